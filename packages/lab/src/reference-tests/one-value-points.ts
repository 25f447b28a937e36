/** Means and counts of a machine from single points: those drawn in its charts, and those in the raw data. */
import type { Answer } from '@millwatch/contract/endpoint'
import type { rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import { allInOne } from '@millwatch/contract/http/telemetry-series'
import { type Asking, queriesOf } from './one-value-questions.ts'

type AllInOne = Answer<typeof allInOne>
type RawRow = Answer<typeof rawDataOfEquipment>['data'][number]

/**
 * Reads all points of the period, from the first answer on page by page, and returns the number of cycles, the averages of
 * temperature and analog input, and the averages by bucket. An average without points is null.
 */
export async function pointsOf(asking: Asking, id: number, first: AllInOne) {
  const { test, token } = asking
  const { period, choices, series } = queriesOf(asking)
  const at: number[] = []
  const temperature: (number | null)[] = []
  const analog: (number | null)[] = []
  let cycles = 0
  let page = first
  for (;;) {
    const { data } = page.result
    at.push(...(data?.at ?? []))
    temperature.push(...(data?.temperature_1 ?? []))
    analog.push(...(data?.analog_in_1_transformed ?? []))
    cycles += (data?.count ?? []).reduce((sum, entry) => sum + entry, 0)
    if (page.pageStart === null) break
    const query = { ...period, ...choices, ...series, pageStart: page.pageStart }
    page = await test.ask(allInOne, { token, params: { id }, query })
  }
  const { time = [], ended_at = [] } = first.result.utilgrp ?? {}
  const byBucket = (values: readonly (number | null)[]) =>
    time.map((start, i) => {
      const [from, to] = [start * 1000, (ended_at[i] ?? 0) * 1000]
      return meanOf(values.filter((_, k) => (at[k] ?? 0) >= from && (at[k] ?? 0) < to))
    })
  return {
    cycles,
    temp_avg: meanOf(temperature),
    analog_avg: meanOf(analog),
    buckets: { temp_avg: byBucket(temperature), analog_avg: byBucket(analog) },
  }
}

export const rawMeans = (rows: readonly RawRow[]) => ({
  temp_avg: meanOf(rows.map((row) => row[2])),
  analog_avg: meanOf(rows.map((row) => row[4])),
})

function meanOf(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null)
  return present.length === 0 ? null : present.reduce((sum, entry) => sum + entry, 0) / present.length
}
