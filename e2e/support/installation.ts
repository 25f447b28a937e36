/** What the set-up made; it travels to the workers in the environment. */
export interface Installation {
  readonly url: string
  /** Where its data is: `MILLWATCH_DATA`. */
  readonly data: string
  /** Superuser of the first company. */
  readonly username: string
  readonly password: string
  readonly companyName: string
  /** Where the mails it sends are kept. */
  readonly mails: string
  /** Somebody who belongs to two other companies. */
  readonly global: { readonly username: string; readonly password: string; readonly companies: readonly string[] }
}

const NAME = 'MILLWATCH_E2E'

export function publish(installation: Installation): void {
  process.env[NAME] = JSON.stringify(installation)
}

export function installation(): Installation {
  const told = process.env[NAME]
  if (told === undefined)
    throw new Error('The product was not started: run the specs by Playwright with e2e/playwright.config.ts')
  return JSON.parse(told) as Installation
}
