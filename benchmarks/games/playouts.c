/* Random playouts of two-player Chinese Checkers in plain C: the yardstick of the fast lane.
 *
 * rest = free; a ply is one (start, end) drawn uniformly among all distinct ones; a match stops at a
 * win or after CAP plies. The generator is the fast lane's, so that both play the same matches.
 *
 *   cc -O3 -o playouts playouts.c && ./playouts 3000
 *
 * prints the number of plies, the nanoseconds of processor time they took, and the number of matches.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HOLES = 121, WALL = HOLES, EMPTY = 2, BLOCKED = 3, MARBLES = 10, CAP = 220, ENOUGH = 6 };

typedef struct {
    int board[HOLES + 1];
    int marble[2][MARBLES];
    int slot[HOLES];
    int inside[2]; /* marbles in the target of each seat */
    int own[2];    /* of these, the seat's own */
    int turn;
} Match;

static int next_hole[HOLES + 1][6];
static int target_of[HOLES]; /* the seat whose target the hole is in, else 2 */
static int seen[HOLES], stamp, queue[HOLES];

static int number_of(int q, int r, const int at[17][17]) {
    return q < -8 || q > 8 || r < -8 || r > 8 ? WALL : at[q + 8][r + 8];
}

static void build(void) {
    static const int dq[6] = {1, 1, 0, -1, -1, 0}, dr[6] = {0, -1, -1, 0, 1, 1};
    int at[17][17], qs[HOLES], rs[HOLES], count = 0;
    for (int r = -8; r <= 8; r++)
        for (int q = -8; q <= 8; q++) {
            int s = -q - r;
            int up = q >= -4 && r >= -4 && s >= -4, down = q <= 4 && r <= 4 && s <= 4;
            at[q + 8][r + 8] = WALL;
            if (up || down) {
                qs[count] = q, rs[count] = r;
                at[q + 8][r + 8] = count++;
            }
        }
    for (int hole = 0; hole < HOLES; hole++) {
        target_of[hole] = rs[hole] > 4 ? 0 : rs[hole] < -4 ? 1 : 2;
        for (int d = 0; d < 6; d++)
            next_hole[hole][d] = number_of(qs[hole] + dq[d], rs[hole] + dr[d], at);
    }
    for (int d = 0; d < 6; d++) next_hole[WALL][d] = WALL;
}

static void begin(Match *m) {
    int placed[2] = {0, 0};
    memset(m, 0, sizeof *m);
    m->board[WALL] = BLOCKED;
    for (int hole = 0; hole < HOLES; hole++) {
        m->board[hole] = EMPTY;
        if (target_of[hole] < 2) {
            int seat = 1 - target_of[hole];
            m->board[hole] = seat;
            m->slot[hole] = placed[seat];
            m->marble[seat][placed[seat]++] = hole;
            m->inside[1 - seat]++;
        }
    }
}

static int hops(const Match *m, int start) {
    int head = 0, tail = 1;
    seen[start] = ++stamp;
    queue[0] = start;
    while (head < tail) {
        int here = queue[head++];
        for (int d = 0; d < 6; d++) {
            int over = next_hole[here][d];
            if (m->board[over] >= EMPTY) continue;
            int land = next_hole[over][d];
            if (m->board[land] == EMPTY && seen[land] != stamp) {
                seen[land] = stamp;
                queue[tail++] = land;
            }
        }
    }
    return tail;
}

static int legal(const Match *m, int *moves) {
    int count = 0;
    for (int i = 0; i < MARBLES; i++) {
        int start = m->marble[m->turn][i];
        for (int d = 0; d < 6; d++) {
            int end = next_hole[start][d];
            if (m->board[end] == EMPTY) moves[count++] = start * HOLES + end;
        }
        int landings = hops(m, start);
        for (int j = 1; j < landings; j++) moves[count++] = start * HOLES + queue[j];
    }
    return count;
}

/* Plays the move; says whether somebody has won. */
static int make(Match *m, int move) {
    int start = move / HOLES, end = move % HOLES, seat = m->turn;
    int slot = m->slot[start], left = target_of[start], entered = target_of[end];
    m->board[start] = EMPTY;
    m->board[end] = seat;
    m->marble[seat][slot] = end;
    m->slot[end] = slot;
    m->turn = 1 - seat;
    if (left == entered) return 0;
    if (left < 2) m->inside[left]--, m->own[left] -= left == seat;
    if (entered < 2) m->inside[entered]++, m->own[entered] += entered == seat;
    for (int s = 0; s < 2; s++)
        if (m->inside[s] == MARBLES && m->own[s] >= ENOUGH) return 1;
    return 0;
}

static int playout(Match *m, uint64_t random) {
    int moves[MARBLES * HOLES];
    for (int ply = 0; ply < CAP; ply++) {
        int count = legal(m, moves);
        if (!count) return ply;
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint64_t drawn = (random >> 33 & 0x7fffffff) * (uint64_t)count >> 31;
        if (make(m, moves[drawn])) return ply + 1;
    }
    return CAP;
}

int main(int argc, char **argv) {
    long matches = argc > 1 ? atol(argv[1]) : 3000, plies = 0;
    uint64_t seed = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
    struct timespec from, to;
    build();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (long i = 0; i < matches; i++) {
        Match match;
        begin(&match);
        plies += playout(&match, (seed + (uint64_t)i) * 6364136223846793005u + 1442695040888963407u);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    long long ns = (to.tv_sec - from.tv_sec) * 1000000000LL + (to.tv_nsec - from.tv_nsec);
    printf("%ld %lld %ld\n", plies, ns, matches);
    return 0;
}
