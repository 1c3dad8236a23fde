"""MaskablePPO of sb3-contrib learns Jarls against bots, and its policy becomes a bot of the hall.

Run it as `python maskable_ppo.py --steps 20000 --out jarls.npz`. It needs `sb3-contrib` and
`meadhall[envs,fast]`. Afterwards `net:jarls.npz` names a bot on boards of the same size:

    meadhall arena duel jarls net:jarls.npz novice --option radius=3
"""

import argparse
from collections.abc import Sequence

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env
from torch import nn

from meadhall import envs

RADIUS = 3
MATCHES = 8


def train(steps: int, opponent: str, seed: int) -> MaskablePPO:
    """A learner that has made so many steps. The masks come from the environment's method."""
    torch.set_num_threads(1)  # more would mostly wait for each other: the network is small
    env = make_vec_env(
        lambda: envs.single("jarls", opponents=opponent, radius=RADIUS), MATCHES, seed=seed
    )
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=256,
        batch_size=512,
        n_epochs=6,
        learning_rate=5e-4,
        gamma=0.995,
        ent_coef=0.01,
        seed=seed,
        policy_kwargs={"net_arch": [128, 128], "activation_fn": nn.Tanh},
        device="cpu",
    )
    return model.learn(steps)


def save(model: MaskablePPO, file: str) -> None:
    """Write the layers of the policy as a bot of the hall."""
    parts = [*model.policy.mlp_extractor.policy_net, model.policy.action_net]
    layers = [
        (part.weight.detach().numpy().T, part.bias.detach().numpy())
        for part in parts
        if isinstance(part, nn.Linear)
    ]
    envs.save_network(file, layers)


def main(words: Sequence[str] | None = None) -> None:
    """Train and save, with the settings of the command line."""
    parser = argparse.ArgumentParser(description="MaskablePPO in Jarls.")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--opponent", default="novice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="jarls.npz")
    chosen = parser.parse_args(words)
    save(train(chosen.steps, chosen.opponent, chosen.seed), chosen.out)
    print(f"Written: {chosen.out}")


if __name__ == "__main__":
    main()
