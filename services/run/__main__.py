"""`python -m services.run`, and with `stop` or `status` for what runs already."""

import sys

from services.run.checks import Cannot, check, checked_settings
from services.run.control import shut_down, states
from services.run.launch import launch


def main(arguments: list[str]) -> None:
    found = checked_settings()
    match arguments:
        case []:
            check(found)
            launch(found)
        case ["stop"]:
            print("Ended." if shut_down(found) else "Nothing runs here.")
        case ["status"]:
            for state in states(found):
                print(f"{state.name:<12} {state.state:<10} {state.pid or ''}")
        case _:
            raise Cannot("say nothing, stop or status")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Cannot as reason:
        sys.exit(f"paternoster: {reason}")
