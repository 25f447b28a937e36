import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from '@millwatch/contract/endpoint'
import type { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import type { Interval, Status } from '@millwatch/domain/status'
import { DAY_MS } from '@millwatch/domain/time'
import type { Company } from '../product/company.ts'
import { checkIntervals, checkStored, storedBatches } from './check.ts'
import { FaultFinding } from './finding.ts'
import type { Ledger } from './ledger.ts'
import { readStored } from './stored.ts'

const MOST_LISTED = 10

/**
 * Compares the stored rows, and the status that the API shows to `company`, with the ledgers. Returns the number of acknowledged
 * events if all match. Throws a `FaultFinding` with the number of faults and the first ten otherwise.
 */
export async function compared(company: Company, databaseUrl: string, ledgers: readonly Ledger[]): Promise<number> {
  const stored = await readStored(
    databaseUrl,
    ledgers.map(({ machine }) => machine.deviceId),
  )
  const wrong: string[] = []
  for (const ledger of ledgers) {
    const device = stored.get(ledger.machine.deviceId)
    wrong.push(...checkStored(ledger, device))
    const from = Date.now()
    const shown = await intervalsShown(company, ledger.machine.equipmentId, from)
    const found = checkIntervals(storedBatches(ledger, device), ledger.machine.settings, shown, {
      from,
      to: Date.now(),
    })
    wrong.push(...found.map((text) => `machine ${ledger.machine.equipmentId}: ${text}`))
  }
  if (wrong.length > 0) {
    throw new FaultFinding(`${wrong.length} faults were found, such as\n  ${wrong.slice(0, MOST_LISTED).join('\n  ')}`)
  }
  return ledgers.reduce((sum, { acknowledgedEvents }) => sum + acknowledgedEvents, 0)
}

async function intervalsShown(company: Company, equipmentId: number, now: number): Promise<Interval[]> {
  const [from, to] = [now - 120 * DAY_MS, now + DAY_MS].map((at) => new Date(at).toISOString())
  const { data } = await company.call<Answer<typeof statusOfEquipment>>(
    'GET',
    `/v0/e/${equipmentId}/reports/status?startDate=${from}&endDate=${to}`,
  )
  return data.map(({ status_id, started_at, ended_at }) => ({
    status: status_id as Status,
    startedAt: Date.parse(started_at),
    endedAt: ended_at === null ? null : Date.parse(ended_at),
  }))
}

const SOON_MS = 20_000
const AGAIN_AFTER_MS = 500

/**
 * Repeats `compared` every 500 ms until it succeeds, and returns its result. After 20 s it throws the last `FaultFinding`; other
 * errors are thrown at once. It repeats because events from the future are released later.
 */
export async function comparedSoon(...input: Parameters<typeof compared>): Promise<number> {
  for (const began = performance.now(); ; await delay(AGAIN_AFTER_MS)) {
    try {
      return await compared(...input)
    } catch (error) {
      if (!(error instanceof FaultFinding) || performance.now() - began > SOON_MS) throw error
    }
  }
}
