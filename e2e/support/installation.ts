/** The installation that the set-up made; the workers get it by an environment variable. */
export interface Installation {
  readonly url: string
  /** Its data folder: `MILLWATCH_DATA`. */
  readonly data: string
  /** Folder of the mails it sends. */
  readonly mails: string
  /** A person who is a superuser of two companies, which have no machines. */
  readonly global: { readonly username: string; readonly password: string; readonly companies: readonly string[] }
}

const NAME = 'MILLWATCH_E2E'

export function publish(installation: Installation): void {
  process.env[NAME] = JSON.stringify(installation)
}

export function installation(): Installation {
  const text = process.env[NAME]
  if (text === undefined)
    throw new Error('The product was not started: run the specs by Playwright with e2e/playwright.config.ts')
  return JSON.parse(text) as Installation
}
