"""PPO with TorchRL: a learner plays Elemental Clash against a bot, or against its older self.

Run it as `python torchrl_ppo.py --steps 12288 --out clash.npz`. It needs `torchrl` and
`meadhall[envs,fast]`. Afterwards `net:clash.npz` names a bot, wherever a bot is named:

    meadhall arena duel elemental-clash net:clash.npz novice

TorchRL wraps the Gymnasium environment of one learner; the action mask comes with the infos. With
`--opponent self` the other seat is played by a copy of the policy, renewed after every batch.
"""

import argparse
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

import numpy as np
import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import Tensor, nn
from torchrl.collectors import Collector
from torchrl.data import Binary
from torchrl.envs import EnvBase, GymWrapper
from torchrl.envs.gym_like import default_info_dict_reader
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from meadhall import envs

GAME = "elemental-clash"
BATCH, EPOCHS, PARTS = 2048, 6, 8
HIDDEN = 128


class OlderSelf:
    """An opponent for the environment: chooses as the policy did when it was last renewed."""

    def __init__(self, policy: nn.Module) -> None:
        self.policy = policy
        self.renew()

    def renew(self) -> None:
        """Become as good as the policy is now."""
        self.frozen = deepcopy(self.policy)

    @torch.no_grad()
    def __call__(self, seen: Any, mask: Any) -> int:
        """The number of an action, drawn from the policy's chances."""
        logits = self.frozen(torch.from_numpy(seen).float())
        return int(MaskedCategorical(logits, mask=torch.from_numpy(mask).bool()).sample())


def layers(inputs: int, outputs: int) -> nn.Sequential:
    """A network of the kind that a bot of the hall can have."""
    return nn.Sequential(nn.Linear(inputs, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, outputs))


def make_env(opponent: Any, seed: int) -> EnvBase:
    """The learner's environment, with the mask that comes with the infos."""
    single = envs.single(GAME, opponents=opponent)
    env = GymWrapper(single, categorical_action_encoding=True)
    mask = Binary(int(single.action_space.n), dtype=torch.int8)
    env.set_info_dict_reader(default_info_dict_reader(["action_mask"], spec={"action_mask": mask}))
    env.set_seed(seed)
    return env


class Chooser(nn.Module):
    """The policy, from an observation and a mask as the environment gives them."""

    def __init__(self, policy: nn.Module) -> None:
        super().__init__()
        self.policy = policy

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """The scores of the actions, and which of them are legal."""
        return self.policy(seen.float()), mask.bool()


def make_actor(policy: nn.Module) -> ProbabilisticActor:
    """Draws legal actions by the scores of the policy."""
    inputs, outputs = ["observation", "action_mask"], ["logits", "mask"]
    return ProbabilisticActor(
        TensorDictModule(Chooser(policy), inputs, outputs),
        in_keys=outputs,
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )


class Critic(nn.Module):
    """The payoff that the learner can expect, from an observation."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.layers = layers(inputs, 1)

    def forward(self, seen: Tensor) -> Tensor:
        """The expected payoff."""
        return self.layers(seen.float())


def parts(batch: TensorDict) -> Iterator[TensorDict]:
    """The steps of a batch in random order, in parts."""
    flat = batch.reshape(-1)
    for rows in torch.randperm(len(flat)).chunk(PARTS):
        yield flat[rows]


def train(steps: int, opponent: str, seed: int) -> nn.Sequential:
    """A policy that has learned for so many actions of its own."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # more would mostly wait for each other: the network is small
    space = envs.single(GAME)
    inputs = int(np.prod(space.observation_space.shape))
    policy = layers(inputs, int(space.action_space.n))
    older = OlderSelf(policy)
    actor = make_actor(policy)
    value = ValueOperator(Critic(inputs), in_keys=["observation"])
    env = make_env(older if opponent == "self" else opponent, seed)
    loss = ClipPPOLoss(actor, value, entropy_coeff=0.01, normalize_advantage=True)
    gae = GAE(gamma=1.0, lmbda=0.95, value_network=value)
    optimizer = torch.optim.Adam(loss.parameters(), 1e-3)
    frames = min(BATCH, steps)
    collector = Collector(
        env,
        actor,
        frames_per_batch=frames,
        total_frames=steps // frames * frames,
        auto_register_policy_transforms=False,
    )
    for batch in collector:
        for _ in range(EPOCHS):
            gae(batch)
            for part in parts(batch):
                found = loss(part)
                optimizer.zero_grad()
                sum(found[name] for name in found.keys() if name.startswith("loss_")).backward()  # noqa: SIM118 - a TensorDict
                optimizer.step()
        older.renew()
        ends = batch["next", "reward"][batch["next", "done"]]
        print(f"{ends.numel():>5} matches, average payoff {ends.mean():+.2f}")
    return policy


def save(policy: nn.Sequential, file: str) -> None:
    """Write the policy as a bot of the hall."""
    linear = [part for part in policy if isinstance(part, nn.Linear)]
    pairs = [(part.weight.detach().numpy().T, part.bias.detach().numpy()) for part in linear]
    envs.save_network(file, pairs)


def main(words: Sequence[str] | None = None) -> None:
    """Train and save, with the settings of the command line."""
    parser = argparse.ArgumentParser(description="PPO with TorchRL.")
    parser.add_argument("--steps", type=int, default=12_288)
    parser.add_argument("--opponent", default="novice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="clash.npz")
    chosen = parser.parse_args(words)
    save(train(chosen.steps, chosen.opponent, chosen.seed), chosen.out)
    print(f"Written: {chosen.out}")


if __name__ == "__main__":
    main()
