import type { Needs } from '../../platform/calls/needs.ts'
import { browserIn, newBrowser, signedBrowser } from './browser.ts'
import type { OpenSession } from './store-directory-sessions.ts'
import { normalEmail } from './store-directory-users.ts'
import { ownForMs } from './throttle.ts'

interface BrowserCookie {
  readonly sent: string | undefined
  set(value: string, maxAgeS: number): void
}

/** Gives a browser the signed cookie by which it is recognized as `id` for 90 days. */
export function setBrowser({ browserSecret }: Pick<Needs, 'browserSecret'>, cookie: BrowserCookie, id: string): void {
  cookie.set(signedBrowser(browserSecret, id), ownForMs / 1000)
}

/**
 * Makes the browser known in which a session began or was renewed without a password: as a browser of the person, so that it
 * has an allowance of its own for the account. That of a display is known as a browser only.
 */
export async function knowBrowser(
  needs: Pick<Needs, 'browserSecret' | 'throttle'>,
  cookie: BrowserCookie,
  session: OpenSession,
): Promise<void> {
  const sent = browserIn(needs.browserSecret, cookie.sent)
  const isOfPerson = session.kind === 'user'
  setBrowser(
    needs,
    cookie,
    isOfPerson ? await needs.throttle.know(normalEmail(session.email), sent) : (sent ?? newBrowser()),
  )
}
