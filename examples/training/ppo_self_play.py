"""PPO with self-play in one file: one network plays every seat of many matches at once.

Run it as `python ppo_self_play.py --steps 150000 --out clash.npz`. It needs PyTorch and
`meadhall[envs,fast]`. Afterwards `net:clash.npz` names a bot, wherever a bot is named:

    meadhall arena duel elemental-clash net:clash.npz casual

Each step plays one action in every match, of whichever seat the match waits for. So the actions of
one seat are not one behind the other in the arrays, and the advantages are found seat by seat. The
only reward is the payoff at the end of a match.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.distributions import Categorical

from meadhall import envs

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Settings:
    """What is trained, how long, and the constants of PPO."""

    game: str = "elemental-clash"
    out: str = "network.npz"
    steps: int = 150_000
    matches: int = 256
    rollout: int = 64
    hidden: int = 128
    epochs: int = 3
    minibatches: int = 8
    rate: float = 1e-3
    trace: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    seed: int = 1


class Agent(nn.Module):
    """A policy and an estimate of the payoff, from what a seat sees."""

    def __init__(self, scale: Floats, actions: int, hidden: int) -> None:
        super().__init__()
        self.register_buffer("scale", torch.from_numpy(scale))
        self.policy, self.value = (
            nn.Sequential(
                nn.Linear(len(scale), hidden), nn.Tanh(),
                nn.Linear(hidden, hidden), nn.Tanh(),
                nn.Linear(hidden, outputs),
            )
            for outputs in (actions, 1)
        )  # fmt: skip
        last = self.policy[-1]
        nn.init.orthogonal_(last.weight, 0.01)  # so that it begins by choosing at random

    def choices(self, seen: Tensor, mask: Tensor) -> Categorical:
        """The chances of the legal actions."""
        logits = self.policy(seen.float() * self.scale)
        return Categorical(logits=logits.masked_fill(mask == 0, -1e9), validate_args=False)

    def worth(self, seen: Tensor) -> Tensor:
        """The payoff that the seat can expect."""
        return self.value(seen.float() * self.scale).squeeze(-1)


class Rollout:
    """What happened in some steps of all matches: arrays with a row for each step."""

    def __init__(self, env: Any, length: int) -> None:
        shape, seats = (length, env.num_envs), env.numbered.seats
        size = int(np.prod(env.single_observation_space.shape))
        self.seen = np.zeros((*shape, size), env.single_observation_space.dtype)
        self.mask = np.zeros((*shape, int(env.single_action_space.n)), np.int8)
        self.actions, self.players = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        self.chances, self.worth = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.paid = np.zeros((*shape, seats), np.float32)
        self.over = np.zeros(shape, np.bool_)

    @torch.no_grad()
    def play(self, env: Any, agent: Agent) -> None:
        """Play on in all matches. `SameStep`: a match that ends begins anew at once."""
        for now in range(len(self.actions)):
            # The environment writes into the same arrays again, so they are copied.
            self.seen[now] = env.seen.reshape(env.num_envs, -1)
            self.mask[now], self.players[now] = env.mask, env.current_player
            seen = torch.from_numpy(self.seen[now])
            choices = agent.choices(seen, torch.from_numpy(self.mask[now]))
            chosen = choices.sample()
            self.actions[now], self.chances[now] = chosen, choices.log_prob(chosen)
            self.worth[now] = agent.worth(seen)
            env.seen, _, ended, cut, infos = env.step(self.actions[now])
            self.paid[now], self.over[now] = infos["seat_rewards"], ended | cut

    @torch.no_grad()
    def advantages(self, env: Any, agent: Agent, trace: float) -> Floats:
        """How much better each action was than expected, by generalized advantage estimation."""
        seats, rows = self.paid.shape[-1], np.arange(env.num_envs)
        observed = [env.observe(seat).reshape(env.num_envs, -1) for seat in range(seats)]
        # By match and seat: what is expected and paid from the seat's next action on.
        later = np.stack([agent.worth(torch.from_numpy(seen)).numpy() for seen in observed], 1)
        better = np.zeros_like(later)
        found = np.zeros_like(self.worth)
        for now in reversed(range(len(found))):
            over, player = self.over[now], self.players[now]
            later[over], better[over] = self.paid[now][over], 0
            surprise = later[rows, player] - self.worth[now]
            found[now] = surprise + trace * better[rows, player]
            later[rows, player], better[rows, player] = self.worth[now], found[now]
        return found


def minibatches(arrays: Sequence[NDArray[Any]], parts: int) -> Iterator[list[Tensor]]:
    """All steps in random order, in so many parts."""
    flat = [array.reshape(-1, *array.shape[2:]) for array in arrays]
    for rows in np.array_split(np.random.default_rng().permutation(len(flat[0])), parts):
        yield [torch.from_numpy(array[rows]) for array in flat]


def learn(
    agent: Agent, optimizer: torch.optim.Optimizer, rollout: Rollout, gains: Floats, s: Settings
) -> float:
    """Some epochs of PPO over the rollout; returns the entropy of the choices."""
    arrays = [rollout.seen, rollout.mask, rollout.actions, rollout.chances, gains, rollout.worth]
    entropies = []
    for _ in range(s.epochs):
        for seen, mask, actions, chances, gain, worth in minibatches(arrays, s.minibatches):
            choices = agent.choices(seen, mask)
            ratio = (choices.log_prob(actions) - chances).exp()
            scaled = (gain - gain.mean()) / (gain.std() + 1e-8)
            clipped = ratio.clamp(1 - s.clip, 1 + s.clip)
            policy_loss = -torch.min(ratio * scaled, clipped * scaled).mean()
            value_loss = (agent.worth(seen) - (worth + gain)).square().mean()
            entropy = choices.entropy().mean()
            optimizer.zero_grad()
            (policy_loss + 0.5 * value_loss - s.entropy * entropy).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
            entropies.append(entropy.item())
    return sum(entropies) / len(entropies)


def train(s: Settings) -> Agent:
    """An agent that has learned for `steps` actions."""
    torch.manual_seed(s.seed)
    torch.set_num_threads(1)  # more would mostly wait for each other: the network is small
    env: Any = envs.vector(s.game, s.matches, autoreset="SameStep")
    env.seen, infos = env.reset(seed=s.seed)
    env.mask = infos["action_mask"]
    space = env.single_observation_space
    scale = 1 / np.maximum(np.abs(space.low), np.abs(space.high)).clip(1).ravel()
    agent = Agent(scale.astype(np.float32), int(env.single_action_space.n), s.hidden)
    optimizer = torch.optim.Adam(agent.parameters(), s.rate, eps=1e-5)
    rollout, each, began = Rollout(env, s.rollout), s.rollout * s.matches, perf_counter()
    updates = max(1, s.steps // each)
    for update in range(1, updates + 1):
        optimizer.param_groups[0]["lr"] = s.rate * (1 - (update - 1) / updates)
        rollout.play(env, agent)
        gains = rollout.advantages(env, agent, s.trace)
        entropy = learn(agent, optimizer, rollout, gains, s)
        if update % 10 == 0 or update == updates:
            speed = update * each / (perf_counter() - began)
            print(f"{update * each:>10,} steps  {speed:>8,.0f} a second  entropy {entropy:.2f}")
    env.close()
    return agent


def save(agent: Agent, file: str) -> None:
    """Write the policy as a bot of the hall."""
    layers = [
        (part.weight.detach().numpy().T, part.bias.detach().numpy())
        for part in agent.policy
        if isinstance(part, nn.Linear)
    ]
    envs.save_network(file, layers, scale=agent.scale.numpy())


def main(words: Sequence[str] | None = None) -> None:
    """Train and save, with the settings of the command line."""
    parser = argparse.ArgumentParser(description="PPO with self-play.")
    for field in fields(Settings):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    settings = Settings(**vars(parser.parse_args(words)))
    save(train(settings), settings.out)
    print(f"Written: {Path(settings.out).resolve()}")


if __name__ == "__main__":
    main()
