import type { Needs } from '../../platform/calls/needs.ts'
import { repeat } from '../../platform/repeat.ts'
import { reportGuesses } from './report-guesses.ts'
import { mailLink } from './request-reset.ts'

/**
 * Interval (ms) at which the desk writes its mails. Answers are sent before that, so that their time does not reveal existing
 * users.
 */
const workEveryMs = 500
const mostWaiting = 1000

/**
 * Writer of mails to people whose accounts are named by callers who are not signed in. It takes requests for unknown users in the
 * same way, and writes nothing for them.
 */
export interface MailDesk {
  /**
   * Adds a request for a new password. A link is mailed soon, at most three times an hour per person. Does nothing while 1,000
   * requests wait.
   */
  take(username: string): void
  /**
   * Adds the notice that wrong passwords reached the limit of an account. The owner is mailed soon, at most once a day. Does
   * nothing while 1,000 notices wait.
   */
  takeGuesses(username: string): void
  /** Writes the mails for all requests that wait; resolves when they are written. Failures are logged. */
  settle(): Promise<void>
  stop(): Promise<void>
}

type DeskNeeds = Pick<Needs, 'database' | 'clock' | 'logger' | 'signingKey' | 'publicUrl'>

/** Creates a `MailDesk`, which every half second writes the mails for the requests that it has taken since. */
export function createMailDesk(deps: DeskNeeds): MailDesk {
  const resets = queueOf(deps, mailLink, 'A link for a new password could not be mailed')
  const guesses = queueOf(deps, reportGuesses, 'The owner of an account could not be told of wrong passwords')
  const write = async () => {
    await resets.empty()
    await guesses.empty()
  }
  const failed = (error: unknown) => deps.logger.error({ err: error }, 'Mails of the desk could not be written')
  const writing = repeat(write, { everyMs: workEveryMs, failed })
  return {
    take: resets.add,
    takeGuesses: guesses.add,
    settle: writing.now,
    async stop() {
      await writing.now()
      await writing.stop()
    },
  }
}

function queueOf(deps: DeskNeeds, handle: (deps: DeskNeeds, username: string) => Promise<void>, failure: string) {
  const waiting = new Set<string>()
  return {
    add(username: string): void {
      if (waiting.size < mostWaiting) waiting.add(username)
    },
    async empty(): Promise<void> {
      for (const username of waiting) {
        waiting.delete(username)
        await handle(deps, username).catch((error: unknown) => deps.logger.error({ err: error }, failure))
      }
    },
  }
}
