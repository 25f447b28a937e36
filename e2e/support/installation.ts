/** Installation that the global set-up started; the workers get it by an environment variable. */
export interface Installation {
  readonly url: string
  /** Data folder of the installation: `MILLWATCH_DATA`. */
  readonly data: string
  /** Folder with the mails that the installation sent. */
  readonly mails: string
  /** Person who is a superuser of two companies, neither of which has machines. */
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
