import { connectLive } from '@millwatch/contract/other-operations'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { actorOf, admit } from '../../platform/http/caller.ts'
import type { Reaches } from '../../platform/http/page-of-kiosk.ts'
import type { RouterSettings } from '../../platform/http/route.ts'
import { readInstallation } from '../../platform/installation/store-directory.ts'
import type { Listener } from '../../platform/sockets/listener.ts'
import type { SocketSettings } from '../../platform/sockets/server.ts'
import { stillOpenSessions } from '../identity/index.ts'
import { greetInJobRoom } from './jobs.ts'
import type { RecentNews } from './recent-news.ts'
import { openRooms } from './rooms.ts'

/**
 * Returns the functions by which the sockets decide who may connect and which rooms may be joined: at the connection, at each
 * room, and regularly afterwards (`stillThere`). API keys may not connect. If the signing key is no longer kept, nobody may
 * connect or stay.
 */
export function listeners(
  deps: Pick<Needs, 'database' | 'clock' | 'signingKey'> &
    Pick<RouterSettings, 'authenticate' | 'reaches'> & { readonly news: RecentNews },
): Pick<SocketSettings, 'admit' | 'openRooms' | 'quietMs' | 'greet' | 'stillThere'> {
  const { database, clock, authenticate, reaches, news } = deps
  const within = <T>(listener: Listener, work: (ctx: Ctx) => Promise<T>) => {
    const { companyId } = listener
    return database.inCompany(companyId, (tx) => work({ companyId, actor: actorOf(listener), tx, clock }))
  }
  return {
    async admit(token, from) {
      try {
        const caller = await authenticate(token, from)
        if (caller === null || caller.kind === 'api_key' || !(await isKept(database, deps.signingKey))) return null
        admit(caller, connectLive)
        return caller
      } catch (error) {
        if (error instanceof AppError) return null
        throw error
      }
    },
    openRooms: (listener, rooms) =>
      within(listener, (ctx) => openRooms(ctx, rooms, (subject) => mayReach(listener, subject, reaches))),
    quietMs: (listener, room) => within(listener, (ctx) => news.quietMs(ctx, room)),
    greet: (listener, room, send) =>
      room.startsWith('job:') ? within(listener, (ctx) => greetInJobRoom(ctx, room, send)) : Promise.resolve(),
    async stillThere(connected) {
      if (connected.length === 0 || !(await isKept(database, deps.signingKey))) return new Set()
      const roles = await stillOpenSessions(
        database,
        [...new Set(connected.map((listener) => listener.sessionId))],
        clock.now(),
      )
      return new Set(connected.filter((listener) => isStillAdmitted(listener, roles)))
    },
  }
}

interface KeptKeys {
  readonly secret: string
  readonly previous?: readonly { readonly secret: string }[]
}

/** Returns true when the signing key is the installation's current one, or an earlier one that it still keeps. */
async function isKept(database: Database, signingKey: Buffer): Promise<boolean> {
  const kept = await readInstallation<KeptKeys>(database, 'signing')
  return [kept, ...(kept?.previous ?? [])].some((key) => key && signingKey.equals(Buffer.from(key.secret, 'base64url')))
}

/**
 * Returns true when the listener's session is still open and, for a person, has the same role. After a change of role the socket
 * must connect again.
 */
function isStillAdmitted(listener: Listener, roles: ReadonlyMap<number, string | null>): boolean {
  const role = roles.get(listener.sessionId)
  return role !== undefined && (listener.kind === 'kiosk' || role === listener.role)
}

async function mayReach(listener: Listener, subject: Parameters<Reaches>[1][number], reaches: Reaches) {
  return listener.kind === 'user' || reaches(listener, [subject])
}
