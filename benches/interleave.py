#!/usr/bin/env python3
"""Times whole processes in turn and prints medians and ratios as JSON.

    benches/interleave.py [--runs N] COMMAND [COMMAND ...]

Each COMMAND is one argument, split as a shell would. The commands take turns, starting with another one each round, so that a change of
the machine's speed meets all of them. Ratios are those of medians, against the first command.
"""

import argparse
import json
import os
import platform
import shlex
import statistics
import subprocess
import time


def run(command):
    began = time.perf_counter_ns()
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return (time.perf_counter_ns() - began) / 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("commands", nargs="+")
    arguments = parser.parse_args()
    commands = [shlex.split(text) for text in arguments.commands]
    for command in commands:
        run(command)
    times = [[] for _ in commands]
    for round_number in range(arguments.runs):
        for turn in range(len(commands)):
            at = (round_number + turn) % len(commands)
            times[at].append(run(commands[at]))
    medians = [statistics.median(samples) for samples in times]
    result = {
        "date": time.strftime("%Y-%m-%d"),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
        "runs": arguments.runs,
        "commands": [
            {
                "command": text,
                "median_us": round(median, 1),
                "quartiles_us": [round(quartile, 1) for quartile in statistics.quantiles(samples, n=4)[::2]],
                "ratio": round(median / medians[0], 3),
            }
            for text, samples, median in zip(arguments.commands, times, medians)
        ],
    }
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
