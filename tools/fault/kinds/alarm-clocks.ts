import { setTimeout as delay } from 'node:timers/promises'
import { HOUR_MS } from '@millwatch/domain/time'
import { type AlarmSite, alarmsUnderFault } from '../alarms/alarm-site.ts'
import { ClockOfFile, still } from '../base/clock-of-file.ts'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'
import { clockOf } from '../base/site.ts'

const SERVERS = 2
const LONGEST_LIFE_MS = 4000

const shifts: readonly (readonly [string, number])[] = [
  ['+1 h', HOUR_MS],
  ['-1 h', -HOUR_MS],
  ['+1 day', 24 * HOUR_MS],
  ['-1 s', -1000],
]

/**
 * Kinds F20 with alarms: of two servers, both killed at any moment, one has a clock that is wrong by the given time. Trips and
 * notices must be sent exactly once by servers with the right time. Devices send to the server with the right time only.
 */
export const alarmClocks: readonly FaultKind[] = shifts.map(([name, offsetMs]) => ({
  name: `F20 with alarms ${name}`,
  fullCount: 20,
  step: 10,
  run: (input) => shifting(offsetMs, input),
}))

async function shifting(offsetMs: number, { count, seed }: StepInput): Promise<Done> {
  const clock = new ClockOfFile()
  clock.show({ ...still, offsetMs })
  try {
    return await alarmsUnderFault(seed, async (plant) => {
      for (let kills = 0; kills < count; kills += SERVERS) {
        await roundOfTwo(plant, clock)
        await plant.observe()
      }
      return { count }
    })
  } finally {
    clock.remove()
  }
}

async function roundOfTwo({ site, start, random }: AlarmSite, clock: ClockOfFile): Promise<void> {
  const started = await Promise.all([start({ env: clockOf(clock.path), takesEvents: false }), start()])
  const kills = started.map(async ({ product }) => {
    await delay(random() * LONGEST_LIFE_MS)
    await site.kill(product)
  })
  await Promise.all(kills)
}
