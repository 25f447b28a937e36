import type { Clock } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { plansDue } from '../shifts/index.ts'
import { machinesDue } from '../status/index.ts'

export interface AskDeps {
  readonly clock: Clock
  /** What time alone has changed about these machines is told before a question about them is answered. */
  readonly ensureTold: (companyId: number, equipmentIds: readonly number[]) => Promise<void>
}

/** The instant a question is answered as of. */
export interface Asked {
  readonly now: number
  /** Insists that these machines are told up to `now`; called before anything that rests on status is read. */
  told(equipmentIds: readonly number[]): Promise<void>
}

/** Machines were not told up to the instant of a question: they are, and it is asked again. */
class Overtaken extends Error {
  readonly equipmentIds: readonly number[]
  constructor(equipmentIds: readonly number[]) {
    super('Machines have to be told first')
    this.equipmentIds = equipmentIds
  }
}

const TELLINGS = 4

/**
 * Answers a question from one instant: a transaction that sees nothing committed after it began, in which every machine asked
 * about is told up to then, and whose clock stands still. Time that has overtaken a machine is told outside and the question begun anew; where time is
 * faster than that again and again, the last answer stands as of its own beginning.
 */
export async function askAsOfNow<T>(
  { clock, ensureTold }: AskDeps,
  companyId: number,
  inSnapshot: <R>(work: (ctx: Ctx) => Promise<R>) => Promise<R>,
  answer: (ctx: Ctx, asked: Asked) => Promise<T>,
): Promise<T> {
  for (let tellingsLeft = TELLINGS; ; tellingsLeft--) {
    try {
      return await inSnapshot((ctx) => {
        const now = clock.now()
        const told = async (equipmentIds: readonly number[]) => {
          if (tellingsLeft === 0 || equipmentIds.length === 0) return
          const [machines, plans] = await Promise.all([
            machinesDue(ctx, now, equipmentIds, equipmentIds.length),
            plansDue(ctx, now, equipmentIds, equipmentIds.length),
          ])
          if (machines.length + plans.length > 0) throw new Overtaken([...new Set([...machines, ...plans])])
        }
        return answer({ ...ctx, clock: { ...clock, now: () => now } }, { now, told })
      })
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      await ensureTold(companyId, error.equipmentIds)
    }
  }
}
