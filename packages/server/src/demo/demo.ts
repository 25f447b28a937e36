import type { Flow } from '../flow/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/index.ts'
import type { Logger } from '../platform/logger.ts'
import type { DemoSite } from './plant.ts'

/** Settings of the demo, and the parts of the server that its making uses. */
export interface Demo {
  readonly flow: Flow
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly signingKey: Buffer
  readonly dataFolder: string
  /** Absent: a random password, at the first start only. */
  readonly demoPassword: string | undefined
  /** True if the server was started with `--empty`, so without a demo. */
  readonly empty: boolean
  /** Prints lines for people. */
  readonly progress: (text: string) => void
  /** Aborts the filling after the present slice; the next start continues. */
  readonly signal?: AbortSignal
  readonly days?: number
  /** Seed of the plant; random unless given. */
  readonly seed?: string
  /** Other sites than those of the demo; their machines stop as they happen to. */
  readonly sites?: readonly DemoSite[]
}
