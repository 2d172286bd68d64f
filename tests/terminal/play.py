"""Plays `portcullis demo` on a pseudo-terminal. usage: play.py PROGRAM ANSWER…; prints what the terminal showed."""
import os, pty, select, signal, sys, time

program, *answers = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    os.execv(program, [program, "demo"])

shown = b""
waiting_from = 0
deadline = time.monotonic() + 60
while time.monotonic() < deadline:
    if not select.select([terminal], [], [], 1)[0]:
        continue
    try:
        piece = os.read(terminal, 4096)
    except OSError:
        break
    if not piece:
        break
    shown += piece
    # The cursor stands behind one of these only where an answer is awaited.
    plain = shown[waiting_from:].replace(b"\x1b[33m", b"").replace(b"\x1b[0m", b"")
    if plain.endswith((b"? ", b"reason: ")):
        waiting_from = len(shown)
        os.write(terminal, (answers.pop(0) if answers else "2").encode() + b"\n")
else:
    os.kill(pid, signal.SIGKILL)

sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
