import { type Bucket, bucketsOf, dateOfDay, dayAt, type Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { beganAt, firstEventsAt } from '../status/index.ts'
import { settingsOver } from '../tree/index.ts'
import { type EdgedSpan, type Reckoning, rowsFromIntervals } from './from-intervals.ts'
import { addFromRollups, type EntryPart, edgesOf } from './from-rollups.ts'
import { isByDate, Ledger } from './ledger.ts'
import type { Answer, Question } from './question.ts'
import { cutTime } from './time-entries.ts'

/**
 * Returns the figures of groups of machines over a period. Reads rollups where they are built and not dirty, and
 * intervals elsewhere; both give the same result to the millisecond (domain, section 6). Call it in a transaction that
 * sees one instant (`snapshot`), after status was computed up to `question.now`.
 */
export async function figuresOver(ctx: Ctx, question: Question): Promise<Answer> {
  const ids = [...new Set(question.groups.flatMap((group) => [...group.members.keys()]))]
  const settings = await settingsOver(ctx, ids)
  const histories = { settings, beganAt: await beganAt(ctx, ids), firstEventsAt: await firstEventsAt(ctx, ids) }
  const cut = cutTime(question, histories)
  const buckets = requestedBuckets(question)
  const ledger = new Ledger(question, cut, buckets)
  const reckoning: Reckoning = { now: question.now, settings, shifts: shiftsOf(question), averages: question.averages }
  const rest = await addFromRollups(ctx, question, cut, buckets, ledger)
  await addFromIntervals(ctx, rest, ledger, isByDate(question) ? [] : edgesOf(buckets), reckoning)
  return { asOf: question.now, ...ledger.close() }
}

function shiftsOf(question: Question): Reckoning['shifts'] {
  if (isByDate(question)) return 'date'
  return question.shift === null ? 'none' : 'shift'
}

/**
 * Returns the buckets of the elapsed part of the period. With shift dates it adds the days whose shifts may reach into
 * the period.
 */
function requestedBuckets(question: Question): Bucket[] | null {
  if (question.buckets === null) return null
  const period = { from: question.period.from, to: Math.min(question.period.to, question.now) }
  if (period.from >= period.to) return []
  const { interval, week } = question.buckets
  return bucketsOf(period, interval, week, isByDate(question) ? datesNear(period) : [])
}

/**
 * Returns the dates whose shifts may reach into a range. A shift lasts less than 24 h, and a machine's local date may
 * differ from that of the requested zone.
 */
const datesNear = ({ from, to }: Range): number[] => [
  dateOfDay(dayAt(from, 'UTC') - 2),
  dateOfDay(dayAt(to - 1, 'UTC') + 1),
]

const MOST_SPANS = 2000

async function addFromIntervals(
  ctx: Ctx,
  parts: readonly EntryPart[],
  ledger: Ledger,
  edges: readonly number[],
  reckoning: Reckoning,
): Promise<void> {
  for (let i = 0; i < parts.length; i += MOST_SPANS) {
    const some = parts.slice(i, i + MOST_SPANS)
    const spans = some.map(
      ({ entry, from, to }): EdgedSpan => ({
        equipmentId: entry.equipmentId,
        from,
        to,
        edges: edges.filter((at) => at > from && at < to),
      }),
    )
    const rows = await rowsFromIntervals(ctx, spans, reckoning)
    some.forEach(({ entry }, k) => {
      for (const part of rows[k] ?? []) ledger.addRows(entry, part)
    })
  }
}
