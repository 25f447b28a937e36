import type { Database } from '../platform/db/index.ts'
import { listCompanies, readInstallation, writeInstallation } from '../platform/directory/index.ts'

/** How far the demo of an installation has come. Instants are epoch ms. */
export type DemoState =
  /** Never to be made: the installation was started without it, or was somebody's already. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'plant'
      /** What the machines say depends on it and on `startedAt` only. */
      readonly seed: string
      /** History ends and live begins here. */
      readonly startedAt: number
      /** History before this is stored and told. */
      readonly filledUntil: number
      readonly done: boolean
    }
export type PlantState = Extract<DemoState, { kind: 'plant' }>

const NAME = 'demo'

export const readDemoState = (database: Database): Promise<DemoState | undefined> =>
  readInstallation<DemoState>(database, NAME)

export const writeDemoState = (database: Database, state: DemoState): Promise<void> =>
  writeInstallation(database, NAME, state)

/** Whether this installation is for trying out. */
export async function isDemo(database: Database): Promise<boolean> {
  return (await readDemoState(database))?.kind === 'plant'
}

/** Whether an installation about which nothing was decided yet is anybody's. */
export async function hasCompany(database: Database): Promise<boolean> {
  return (await listCompanies(database)).length > 0
}
