import type { Needs } from '../../platform/calls/needs.ts'
import { browserIn, newBrowser, signedBrowser } from './browser.ts'
import type { OpenSession } from './store-directory-sessions.ts'
import { normalEmail } from './store-directory-users.ts'
import { ownForMs } from './throttle.ts'

interface BrowserCookie {
  readonly sent: string | undefined
  set(value: string, maxAgeS: number): void
}

/** Sets the signed cookie by which a browser is recognized as `id` for 90 days. */
export function setBrowser({ browserSecret }: Pick<Needs, 'browserSecret'>, cookie: BrowserCookie, id: string): void {
  cookie.set(signedBrowser(browserSecret, id), ownForMs / 1000)
}

/**
 * Makes the browser known in which a session began or was renewed without a password, and sets its cookie. A person's browser
 * becomes one of the account's own, with an allowance of its own; a display's browser is only recognized. A browser without a
 * valid cookie gets a new id.
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
