import type { Flow } from '../flow/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/index.ts'
import type { Logger } from '../platform/logger.ts'
import type { DemoSite } from './plant.ts'

/** Settings of the demo, with the parts of the server by which it is made. */
export interface Demo {
  readonly flow: Flow
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly signingKey: Buffer
  readonly dataFolder: string
  /** Password of all people of the demo; absent: a random one, made at the first start only. */
  readonly demoPassword: string | undefined
  /** True if the server was started with `--empty`, so that no demo is made. */
  readonly empty: boolean
  /** Prints lines for people. */
  readonly progress: (text: string) => void
  /** Signal that ends the filling after the present slice; the next start continues it. */
  readonly signal?: AbortSignal
  readonly days?: number
  /** Seed of the plant; random unless given. */
  readonly seed?: string
  /** Sites in place of those of the demo. The number of their machines that run at the same time has no limits. */
  readonly sites?: readonly DemoSite[]
}
