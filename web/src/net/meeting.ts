/** The places where people meet, over HTTP. */
import { call, json } from "$/net/http";
import type { HallLineCard, MySeek, NewSeek, SeatTokens } from "$/protocol/generated";

export const meeting = {
  startSeek: (wanted: NewSeek) => json<MySeek>("PUT", "/me/seek", wanted),
  cancelSeek: () => call("DELETE", "/me/seek"),
  agree: (match: string) => call("PUT", "/me/seek/agreement", { match }),
  takeSeat: () => json<SeatTokens>("POST", "/me/seek/seat"),
  write: (text: string) => json<HallLineCard>("POST", "/hall/lines", { text }),
};
