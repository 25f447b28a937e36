import type { Database } from '../platform/db/index.ts'
import { readInstallation, writeInstallation } from '../platform/installation/store-directory.ts'

/** Decision about the demo, stored once per installation, with the progress of filling the demo plant. Instants are epoch ms. */
export type DemoState =
  /** No demo will be made: the installation was started without it, or had a company already. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'plant'
      /** Seed of the plant. The events of the machines depend on the seed and on `startedAt` only. */
      readonly seed: string
      /** End of the history and beginning of live events. */
      readonly startedAt: number
      /** History before this instant is stored and processed. */
      readonly filledUntil: number
      readonly done: boolean
    }
export type PlantState = Extract<DemoState, { kind: 'plant' }>

const NAME = 'demo'

export const readDemoState = (database: Database): Promise<DemoState | undefined> =>
  readInstallation<DemoState>(database, NAME)

export const writeDemoState = (database: Database, state: DemoState): Promise<void> =>
  writeInstallation(database, NAME, state)

/** Returns true if this installation has a demo plant, finished or being filled. */
export async function isDemo(database: Database): Promise<boolean> {
  return (await readDemoState(database))?.kind === 'plant'
}
