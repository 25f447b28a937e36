import type { Needs } from '../../platform/calls/needs.ts'
import { enqueueMail } from '../../platform/mail/index.ts'
import { resetMail } from './mails.ts'
import { giveResetCode } from './store-directory-codes.ts'
import { listInvitations } from './store-directory-invitations.ts'
import { listMemberships } from './store-directory-memberships.ts'
import { findUserByEmail } from './store-directory-users.ts'
import { hashSecret, newSecret } from './tokens.ts'

const hour = 60 * 60_000
const validMs = hour
const mostAnHour = 3
/**
 * Interval at which requests are handled. The answer is sent before that, so its time does not reveal existing users.
 */
const lookEveryMs = 500
const mostWaiting = 1000

/**
 * Takes requests for new passwords and mails links to existing users, every half second and at most three an hour per
 * person.
 */
export interface ResetDesk {
  /** Takes a request; behaves the same for unknown users. */
  take(username: string): void
  /** Handles all requests taken so far. */
  settle(): Promise<void>
  stop(): Promise<void>
}

export function createResetDesk(
  deps: Pick<Needs, 'database' | 'clock' | 'logger' | 'signingKey' | 'publicUrl'>,
): ResetDesk {
  const waiting = new Set<string>()
  let running = Promise.resolve()
  const turn = async () => {
    for (const username of waiting) {
      waiting.delete(username)
      await mailLink(deps, username).catch((error: unknown) =>
        deps.logger.error({ err: error }, 'A link for a new password could not be mailed'),
      )
    }
  }
  const settle = () => {
    running = running.then(turn)
    return running
  }
  const timer = setInterval(() => {
    if (waiting.size > 0) void settle()
  }, lookEveryMs)
  return {
    take(username) {
      if (waiting.size < mostWaiting) waiting.add(username)
    },
    settle,
    async stop() {
      clearInterval(timer)
      await settle()
    },
  }
}

/**
 * Mails a reset link if the user exists and belongs to or is invited to a company. At most three an hour per person;
 * each link replaces the earlier ones.
 */
async function mailLink(
  { database, clock, signingKey, publicUrl }: Pick<Needs, 'database' | 'clock' | 'logger' | 'signingKey' | 'publicUrl'>,
  username: string,
): Promise<void> {
  const user = await findUserByEmail(database, username)
  if (!user) return
  const companies = [
    ...(await listMemberships(database, user.userId)),
    ...(await listInvitations(database, user.userId)),
  ]
  if (companies.length === 0) return
  const { userId } = user
  const token = newSecret()
  const codeHash = hashSecret(signingKey, token)
  const createdAt = clock.now()
  const code = { codeHash, kind: 'reset', userId, createdAt, expiresAt: createdAt + validMs } as const
  await giveResetCode(database, code, { most: mostAnHour, since: createdAt - hour }, (tx) => {
    const link = `${publicUrl()}/password/reset?resetToken=${token}`
    return enqueueMail(tx, clock, resetMail(user, link, codeHash.toString('hex').slice(0, 32)))
  })
}
