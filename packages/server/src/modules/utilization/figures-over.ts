import { type Bucket, bucketsOf, dateOfDay, dayAt, type Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { beganAt, firstEventsAt } from '../status/index.ts'
import { settingsOver } from '../tree/index.ts'
import { allFigures, type FigureSet, type UtilizationFigures, utilizationFigures } from './figure-sets.ts'
import { type EdgedSpan, type Reckoning, rowsFromIntervals } from './from-intervals.ts'
import { addFromRollups, builtOf, type EntryPart, edgesOf } from './from-rollups.ts'
import { isByDate, Ledger } from './ledger.ts'
import type { Answer, Question } from './question.ts'
import { cutTime } from './time-entries.ts'

/**
 * Returns the figures of groups of machines over a period. Reads rollups where they are built and not dirty, and intervals
 * elsewhere; both give the same result to the millisecond (domain, section 6). Call it in a transaction that sees one instant
 * (`snapshot`), after status was computed up to `question.now`.
 */
export const figuresOver = (ctx: Ctx, question: Question): Promise<Answer> =>
  answerTo(ctx, { ...question, onlyUtilization: false }, allFigures)

/** Returns the same as `figuresOver`, but only the figures behind utilization, which takes half of the time for many buckets. */
export const utilizationOver = (
  ctx: Ctx,
  question: Omit<Question, 'money' | 'averages'>,
): Promise<Answer<UtilizationFigures>> =>
  answerTo(ctx, { ...question, money: false, averages: false, onlyUtilization: true }, utilizationFigures)

async function answerTo<Part>(ctx: Ctx, question: Question, figures: FigureSet<Part>): Promise<Answer<Part>> {
  const ids = [...new Set(question.groups.flatMap((group) => [...group.members.keys()]))]
  // Sent together: what other questions sent is then under way while time is cut.
  const [settings, began, firstEvents, built] = await Promise.all([
    settingsOver(ctx, ids),
    beganAt(ctx, ids),
    firstEventsAt(ctx, ids),
    builtOf(ctx, ids, question.period),
  ])
  const cut = cutTime(question, { settings, beganAt: began, firstEventsAt: firstEvents })
  const buckets = requestedBuckets(question)
  const ledger = new Ledger(question, cut, buckets, figures)
  const reckoning: Reckoning = { now: question.now, settings, shifts: shiftsOf(question), averages: question.averages }
  const rest = await addFromRollups(ctx, question, cut, built, buckets, ledger)
  await addFromIntervals(ctx, rest, ledger, isByDate(question) ? [] : edgesOf(buckets), reckoning)
  return { asOf: question.now, ...ledger.close() }
}

function shiftsOf(question: Question): Reckoning['shifts'] {
  if (isByDate(question)) return 'date'
  return question.shift === null ? 'none' : 'shift'
}

/**
 * Returns the buckets of the part of the period up to now: null if none are requested, an empty list if that part is empty. With
 * shift dates it adds the days whose shifts may reach into the period.
 */
function requestedBuckets(question: Question): Bucket[] | null {
  if (question.buckets === null) return null
  const period = { from: question.period.from, to: Math.min(question.period.to, question.now) }
  if (period.from >= period.to) return []
  const { interval, week } = question.buckets
  return bucketsOf(period, interval, week, isByDate(question) ? datesNear(period) : [])
}

/**
 * Returns the first and the last local date (as 20260308) whose shifts may reach into a range. A shift lasts less than 24 h, and
 * a machine's local date may differ from that of the requested zone.
 */
const datesNear = ({ from, to }: Range): number[] => [
  dateOfDay(dayAt(from, 'UTC') - 2),
  dateOfDay(dayAt(to - 1, 'UTC') + 1),
]

const MOST_SPANS = 2000

async function addFromIntervals(
  ctx: Ctx,
  parts: readonly EntryPart[],
  ledger: Ledger<unknown>,
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
