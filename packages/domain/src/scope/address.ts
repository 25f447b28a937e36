import { isTimeZone } from '../time/index.ts'
import { isRelativePeriod } from './period.ts'
import {
  absolute,
  DEFAULT_SCOPE,
  FIRST_INSTANT,
  isDayStart,
  isShift,
  isStdDevs,
  type Period,
  relative,
  type Scope,
  type ShiftChoice,
} from './scope.ts'

/** Names of the query parameters of an address (URL) that contain the scope. */
export const addressNames = [
  'period',
  'from',
  'to',
  'zoomed',
  'shift',
  'tz',
  'day',
  'ignore',
  'comm',
  'split',
  'sd',
  'chart',
] as const
type Name = (typeof addressNames)[number]

/** Query parameters of an address by name; null or undefined when a name is absent. */
type Address = { get(name: Name): string | null | undefined }

/** Returns an instant as text, `20261115T0600Z`, with seconds and milliseconds only where they are not 0. */
function instantText(at: number): string {
  const [, date, time, seconds, ms] = /^(.{10})T(.{5}):(..)\.(...)Z$/.exec(isoOf(at)) ?? []
  const minute = `${date?.replaceAll('-', '')}T${time?.replace(':', '')}`
  if (ms !== '000') return `${minute}${seconds}.${ms}Z`
  return seconds === '00' ? `${minute}Z` : `${minute}${seconds}Z`
}

const isoOf = (at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toString({ smallestUnit: 'millisecond' })

function instantFrom(text: string | null | undefined): number | undefined {
  const [, y, mo, d, h, mi, s = '00', ms = '000'] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?:(\d\d)(?:\.(\d{3}))?)?Z$/.exec(text ?? '') ?? []
  if (y === undefined) return undefined
  try {
    return Temporal.Instant.from(`${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z`).epochMilliseconds
  } catch {
    return undefined
  }
}

/**
 * Returns a period as text: `1w`, or `20261115T0600Z-20261116T0600Z`. The relative period to go back to is appended when it is
 * not the default.
 */
function periodText({ type, period, absStartDate, absEndDate }: Period): string {
  if (type === 'relative') return period
  const range = `${instantText(absStartDate ?? 0)}-${instantText(absEndDate ?? 0)}`
  return period === DEFAULT_SCOPE.period ? range : `${range}-${period}`
}

function periodFromText(text: string | null | undefined): Period | undefined {
  if (isRelativePeriod(text)) return relative(text)
  const [from, to, ...rest] = text?.split('-') ?? []
  const period = rest.length === 0 ? DEFAULT_SCOPE.period : rest.join('-')
  return isRelativePeriod(period) ? between(instantFrom(from), instantFrom(to), period) : undefined
}

function between(from: number | undefined, to: number | undefined, period: Period['period']): Period | undefined {
  const isPeriod = from !== undefined && to !== undefined && from < to && from >= FIRST_INSTANT
  return isPeriod ? absolute(from, to, period) : undefined
}

const dayStartText = (min: number): string =>
  `${String(Math.floor(min / 60)).padStart(2, '0')}${String(min % 60).padStart(2, '0')}`

function dayStartFrom(text: string | null | undefined): number {
  const [, h, m] = /^(\d\d)(\d\d)$/.exec(text ?? '') ?? []
  const min = Number(h) * 60 + Number(m)
  return Number(m) < 60 && isDayStart(min) ? min : DEFAULT_SCOPE.dayStartMin
}

/**
 * Returns the query parameters of those settings of a scope that differ from their defaults: none for the default scope, two
 * (`from`, `to`) for an absolute period. `showScheduleInheritance` and `showArchivedEquipment` are never part of an address.
 */
export function toAddress(scope: Scope): Partial<Record<Name, string>> {
  const given = DEFAULT_SCOPE
  const { absStartDate: from, absEndDate: to } = scope
  const ignored = [scope.ignoreStartupCycles && 'startup', scope.ignoreOutlierCycles && 'outliers'].filter(Boolean)
  const { cycleDataYAxisStdDevs: stdDevs } = scope
  return {
    ...(scope.period !== given.period && { period: scope.period }),
    ...(scope.type === 'absolute' && from !== null && to !== null && { from: instantText(from), to: instantText(to) }),
    ...(scope.zoomedFrom !== null && { zoomed: periodText(scope.zoomedFrom) }),
    ...(scope.shift !== given.shift && { shift: String(scope.shift) }),
    ...(scope.timezone !== null && { tz: scope.timezone }),
    ...(scope.dayStartMin !== given.dayStartMin && { day: dayStartText(scope.dayStartMin) }),
    ...(ignored.length > 0 && { ignore: ignored.join(',') }),
    ...(scope.showDeviceCommDetail && { comm: '1' }),
    ...(scope.showSplitUtilChart && { split: '1' }),
    ...(stdDevs !== given.cycleDataYAxisStdDevs && { sd: stdDevs === null ? 'none' : String(stdDevs) }),
    ...(scope.chartType !== given.chartType && { chart: scope.chartType }),
  }
}

const shiftFrom = (text: string | null | undefined): ShiftChoice => {
  const shift = /^\d$/.test(text ?? '') ? Number(text) : DEFAULT_SCOPE.shift
  return isShift(shift) ? shift : DEFAULT_SCOPE.shift
}

function stdDevsFrom(text: string | null | undefined): Scope['cycleDataYAxisStdDevs'] {
  if (text === 'none') return null
  return isStdDevs(Number(text ?? undefined)) ? (Number(text) as 3) : DEFAULT_SCOPE.cycleDataYAxisStdDevs
}

/**
 * Returns the scope that an address describes. Absent and unreadable parameters get their defaults, so a link shows the same
 * to everybody. `showScheduleInheritance` and `showArchivedEquipment` come from `ownScope`.
 */
export function fromAddress(address: Address, ownScope: Scope): Scope {
  const period = address.get('period')
  const relativePeriod = isRelativePeriod(period) ? period : DEFAULT_SCOPE.period
  const ignored = (address.get('ignore') ?? '').split(',')
  const tz = address.get('tz')
  return {
    ...(between(instantFrom(address.get('from')), instantFrom(address.get('to')), relativePeriod) ??
      relative(relativePeriod)),
    zoomedFrom: periodFromText(address.get('zoomed')) ?? null,
    shift: shiftFrom(address.get('shift')),
    timezone: typeof tz === 'string' && isTimeZone(tz) ? tz : null,
    dayStartMin: dayStartFrom(address.get('day')),
    ignoreStartupCycles: ignored.includes('startup'),
    ignoreOutlierCycles: ignored.includes('outliers'),
    showDeviceCommDetail: address.get('comm') === '1',
    showSplitUtilChart: address.get('split') === '1',
    cycleDataYAxisStdDevs: stdDevsFrom(address.get('sd')),
    chartType: address.get('chart') === 'scatter' ? 'scatter' : 'line',
    showScheduleInheritance: ownScope.showScheduleInheritance,
    showArchivedEquipment: ownScope.showArchivedEquipment,
  }
}

/** Texts of parameters at their default, by name. They are valid in an address, but `toAddress` never writes them. */
const DEFAULTS: Readonly<Partial<Record<Name, string>>> = {
  period: DEFAULT_SCOPE.period,
  shift: String(DEFAULT_SCOPE.shift),
  day: dayStartText(DEFAULT_SCOPE.dayStartMin),
  ignore: '',
  comm: '0',
  split: '0',
  sd: String(DEFAULT_SCOPE.cycleDataYAxisStdDevs),
  chart: DEFAULT_SCOPE.chartType,
}

/**
 * Returns the names of the parameters in an address that could not be read. `scope` is the scope that `fromAddress` made of
 * this address; a parameter that is set to something else than its default, but is at its default in `scope`, was not read.
 */
export function unreadNames(address: Address, scope: Scope): readonly Name[] {
  const readable = toAddress(scope)
  return addressNames.filter((name) => {
    const text = address.get(name)
    return text != null && text !== DEFAULTS[name] && readable[name] === undefined
  })
}
