//! Who may answer: a process of this user in the foreground of a terminal that is not the agent's, and that the agent's
//! runtime did not start.
//!
//! That keeps out what an agent starts with its tools. It does not keep out a program that means to get around it:
//! `SECURITY.md` says what a program of the same user can do.

use std::fmt;

/// Generations that are looked back on.
const GENERATIONS: usize = 64;

/// What is known of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Process {
    parent: i32,
    group: i32,
    /// Its controlling terminal; 0 for none.
    terminal: i32,
    /// The process group in the foreground of that.
    foreground: i32,
}

/// Where processes are looked up.
pub(super) trait Processes {
    /// What is known of a process; `None` where it can't be seen.
    fn process(&self, id: i32) -> Option<Process>;
}

/// The processes of this machine, as `/proc` shows them.
pub(super) struct Proc;

impl Processes for Proc {
    fn process(&self, id: i32) -> Option<Process> {
        parse(&std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
    }
}

/// Reads the fields behind the command's name, which may hold anything.
///
/// Source: `proc_pid_stat(5)`: (2) comm, (3) state, (4) ppid, (5) pgrp, (6) session, `(7) tty_nr`, (8) tpgid.
fn parse(stat: &str) -> Option<Process> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace().skip(1);
    let mut next = || fields.next()?.parse::<i32>().ok();
    let (parent, group, _session) = (next()?, next()?, next()?);
    Some(Process {
        parent,
        group,
        terminal: next()?,
        foreground: next()?,
    })
}

/// The session's own surroundings, as they were when it was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// The processes that stand for the agent: the sidecar, what started it, and what it was said to watch.
    agents: Vec<i32>,
    /// The terminal that they share; 0 for none.
    terminal: i32,
}

impl Surroundings {
    /// Those of this process; `client` is the client's process, where it said which.
    pub fn of_this_process(client: Option<i64>) -> Self {
        let own = i32::try_from(std::process::id()).unwrap_or_default();
        Self::of(&Proc, own, client.and_then(|id| i32::try_from(id).ok()))
    }

    fn of(processes: &dyn Processes, own: i32, client: Option<i32>) -> Self {
        let this = processes.process(own);
        // Everything descends from process 1, which is nobody's runtime.
        let agents = [Some(own), this.map(|this| this.parent), client];
        Self {
            agents: agents.into_iter().flatten().filter(|id| *id > 1).collect(),
            terminal: this.map_or(0, |this| this.terminal),
        }
    }
}

/// Why a process may not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    Unseen,
    NoTerminal,
    AgentsTerminal,
    Background,
    AgentsOwn,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unseen => "this process can't be looked up in /proc, so nothing says that a human is at it",
            Self::NoTerminal => "only a process that is at a terminal may answer",
            Self::AgentsTerminal => {
                "this is the terminal of the agent itself; open another one, so that the agent can't type for you"
            }
            Self::Background => "only the process in the foreground of its terminal may answer",
            Self::AgentsOwn => "the agent's runtime started this process, and an agent does not answer its own asks",
        })
    }
}

/// Whether the process `id` may answer.
pub(super) fn may_answer(
    processes: &dyn Processes,
    surroundings: &Surroundings,
    id: i32,
) -> Result<(), Refusal> {
    let peer = processes.process(id).ok_or(Refusal::Unseen)?;
    let mut at = id;
    for _ in 0..GENERATIONS {
        if surroundings.agents.contains(&at) {
            return Err(Refusal::AgentsOwn);
        }
        if at <= 1 {
            break;
        }
        // An ancestor that has just ended has left its children to another.
        at = processes.process(at).ok_or(Refusal::Unseen)?.parent;
    }
    if peer.terminal == 0 {
        return Err(Refusal::NoTerminal);
    }
    if peer.terminal == surroundings.terminal {
        return Err(Refusal::AgentsTerminal);
    }
    if peer.group != peer.foreground {
        return Err(Refusal::Background);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    struct Machine(HashMap<i32, Process>);

    impl Processes for Machine {
        fn process(&self, id: i32) -> Option<Process> {
            self.0.get(&id).copied()
        }
    }

    fn processes(rows: &[(i32, i32, i32, i32, i32)]) -> Machine {
        let of = |(id, parent, group, terminal, foreground): &(i32, i32, i32, i32, i32)| {
            let process = Process {
                parent: *parent,
                group: *group,
                terminal: *terminal,
                foreground: *foreground,
            };
            (*id, process)
        };
        Machine(rows.iter().map(of).collect())
    }

    #[test]
    fn a_human_at_a_terminal_of_his_own_may_answer_and_what_the_agent_starts_may_not() {
        #[rustfmt::skip]
        let machine = processes(&[
            // id  parent group tty  foreground
            (1,    0,     1,    0,   -1),
            (10,   1,     10,   34,  20),  // a shell at the agent's terminal
            (20,   10,    20,   34,  20),  // the runtime
            (30,   20,    20,   34,  20),  // the sidecar
            (40,   20,    40,   34,  20),  // the agent's own shell
            (41,   40,    41,   35,  41),  // what it starts at a terminal that it made
            (50,   1,     50,   0,   -1),  // a terminal multiplexer
            (60,   50,    60,   36,  61),  // a human's shell in it
            (61,   60,    61,   36,  61),  // the inbox
            (62,   60,    62,   36,  61),  // another, in the background
            (70,   1,     70,   0,   -1),  // a daemon
            (80,   10,    80,   34,  20),  // an inbox at the agent's terminal
            (90,   99,    90,   37,  90),  // an orphan of a process that can't be seen
            (100,  0,     100,  38,  100), // one that was brought into a container from outside
        ]);
        let surroundings = Surroundings::of(&machine, 30, Some(20));
        assert_eq!(surroundings.agents, [30, 20, 20]);
        #[rustfmt::skip]
        let cases = [
            (61,  Ok(())),
            (100, Ok(())),
            (62,  Err(Refusal::Background)),
            (70,  Err(Refusal::NoTerminal)),
            (80,  Err(Refusal::AgentsTerminal)),
            (40,  Err(Refusal::AgentsOwn)),
            (41,  Err(Refusal::AgentsOwn)),
            (20,  Err(Refusal::AgentsOwn)),
            (30,  Err(Refusal::AgentsOwn)),
            (90,  Err(Refusal::Unseen)),
            (999, Err(Refusal::Unseen)),
        ];
        for (id, expected) in cases {
            assert_eq!(may_answer(&machine, &surroundings, id), expected, "{id}");
        }
    }

    #[test]
    fn a_sidecar_that_was_left_to_process_one_does_not_take_everybody_for_its_agent() {
        let machine = processes(&[(1, 0, 1, 0, -1), (30, 1, 30, 0, -1), (60, 1, 60, 36, 60)]);
        let surroundings = Surroundings::of(&machine, 30, None);
        assert_eq!(may_answer(&machine, &surroundings, 60), Ok(()));
    }

    #[test]
    fn a_name_with_parentheses_and_blanks_hides_nothing() {
        let stat = "41 (a) R 1 (b) S 40 41 41 34817 41 4194304 100";
        let expected = Process {
            parent: 40,
            group: 41,
            terminal: 34817,
            foreground: 41,
        };
        assert_eq!(parse(stat), Some(expected));
        assert_eq!(parse("41 (x"), None);
        assert_eq!(parse(""), None);
    }
}
