import type { Page } from '@playwright/test'
import { beyondWindow } from './test.ts'

/** Messages of the browser about answers that a test expects: the page reads something that its person may not, or that is gone. */
const EXPECTED = /^Failed to load resource: .*\b(401|403|404)\b/

interface Watched {
  /** Findings so far, one line each, with the place at which each was found. */
  readonly findings: string[]
  /** Number of places that showed a hostile name as it is. */
  readonly shown: () => number
  /** Looks at the page as it is now; `place` names it in the findings. */
  look(place: string): Promise<void>
}

/**
 * Watches a page for what a hostile text must never cause: a script, a dialog of the browser, a request to another origin than
 * `origins`, a complaint of the browser, an answer of 500 or more, markup, or a layout that is wider than the window.
 */
export async function watchPage(page: Page, origins: readonly string[], words: string): Promise<Watched> {
  const findings: string[] = []
  let [place, shown] = ['', 0]
  const find = (words: string): void => void findings.push(`${place}: ${words}`)
  await page.exposeFunction('hit', (number: unknown) => find(`a script ran: ${number}`))
  await page.exposeFunction('complain', find)
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const { complain } = window as unknown as { complain: (words: string) => void }
      complain(`against the policy: ${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
  page.on('dialog', (dialog) => {
    find(`a dialog of the browser: ${dialog.message()}`)
    dialog.dismiss().catch(() => undefined)
  })
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) find(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => find(`error: ${error.message}`))
  page.on('popup', (popup) => find(`a window: ${popup.url()}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    const isOurs = ['data:', 'blob:'].includes(url.protocol) || origins.includes(url.origin)
    if (!isOurs) find(`a request to ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) find(`${response.status()} of ${response.request().method()} ${response.url()}`)
  })
  return {
    findings,
    shown: () => shown,
    async look(at) {
      place = at
      const { markup, isShown, isBroken } = await page.evaluate(look, words)
      if (markup.length > 0) find(`markup: ${markup.join(' ')}`)
      if (isShown) shown++
      if (isBroken) find('the page broke')
      const [beyond] = await beyondWindow(page)
      if (beyond > 0) find(`${beyond} px wider than the window of ${page.viewportSize()?.width} px`)
    },
  }
}

/** Runs in the page: returns elements that only a hostile text makes, if `words` are visible, and if the page broke. */
function look(words: string): { markup: string[]; isShown: boolean; isBroken: boolean } {
  const made =
    'img[src="x"], [onerror], [onload], [onmouseover], body script, base, iframe[src*="elsewhere"], [href^="javascript:" i], [href*="elsewhere"], [src*="elsewhere"]'
  return {
    markup: [...document.querySelectorAll(made)].map((element) => element.outerHTML.slice(0, 200)),
    isShown: document.body.innerText.includes(words),
    isBroken: document.querySelector('.crash') !== null,
  }
}
