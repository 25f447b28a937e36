import type { FaultKind } from '../base/kind.ts'
import { alarmClocks } from './alarm-clocks.ts'
import { alarmDatabase } from './alarm-database.ts'
import { alarmKills } from './alarm-kills.ts'
import { alarmServices } from './alarm-services.ts'
import { stopsOfDatabase } from './database-stops.ts'
import { deviceClocks } from './device-clocks.ts'
import { diskFull } from './disk-full.ts'
import { byteFlood } from './flood.ts'
import { deathsWithLocks, killsInJobs } from './jobs.ts'
import { kills } from './kills.ts'
import { machineLost } from './machine-lost.ts'
import { killsAtPoints } from './points.ts'
import { powerLoss } from './power-loss.ts'
import { duplicates, outOfOrder } from './reordered.ts'
import { killsInRetention, tooLate } from './retention.ts'
import { serverClocks } from './server-clock.ts'
import { upgradesKilled, upgradesOnFullDisk } from './upgrade.ts'

/**
 * All kinds of faults of the catalogue. Of kinds that have done an equal share of their full count, the earlier one runs next.
 */
export const kinds: readonly FaultKind[] = [
  kills,
  ...killsAtPoints,
  ...killsInJobs,
  ...alarmKills,
  ...alarmServices,
  ...alarmClocks,
  killsInRetention,
  ...stopsOfDatabase,
  ...alarmDatabase,
  powerLoss,
  machineLost,
  diskFull,
  upgradesKilled,
  upgradesOnFullDisk,
  byteFlood,
  deathsWithLocks,
  duplicates,
  ...outOfOrder,
  tooLate,
  ...serverClocks,
  ...deviceClocks,
]
