import { setTimeout as delay } from 'node:timers/promises'
import { type AlarmSite, alarmsUnderFault } from '../alarms/alarm-site.ts'
import type { ServiceState } from '../alarms/message-services.ts'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'

const SERVERS = 2
const LONGEST_TIME_MS = 3000

interface Trouble {
  readonly mail: ServiceState
  readonly sms: ServiceState
}

const troubles: readonly (readonly [string, Trouble])[] = [
  ['mail server away', { mail: 'away', sms: 'up' }],
  ['mail server refuses for now', { mail: 'busy', sms: 'up' }],
  ['mail server hangs', { mail: 'hangs', sms: 'up' }],
  ['SMS service 429', { mail: 'up', sms: 'busy' }],
  ['SMS service hangs', { mail: 'up', sms: 'hangs' }],
]

/**
 * Kinds F24: a service fails and comes back while servers are killed at any moment. No notice may be lost, and notices over other
 * channels must be sent.
 */
export const alarmServices: readonly FaultKind[] = troubles.map(([name, trouble]) => ({
  name: `F24 ${name}`,
  fullCount: 20,
  step: 10,
  run: (input) => disturbing(trouble, input),
}))

function disturbing(trouble: Trouble, { count, seed }: StepInput): Promise<Done> {
  return alarmsUnderFault(seed, async (plant) => {
    for (let kills = 0; kills < count; kills += SERVERS) {
      await disturbedRound(plant, trouble)
      await plant.observe()
    }
    return { count }
  })
}

async function disturbedRound({ site, services, start, random }: AlarmSite, trouble: Trouble): Promise<void> {
  const anyTime = () => delay(random() * LONGEST_TIME_MS)
  Object.assign(services, trouble)
  const started = await Promise.all(Array.from({ length: SERVERS }, () => start()))
  const comeBack = async () => {
    await anyTime()
    Object.assign(services, { mail: 'up', sms: 'up' })
  }
  const kills = started.map(async ({ product }) => {
    await anyTime()
    await site.kill(product)
  })
  await Promise.all([comeBack(), ...kills])
}
