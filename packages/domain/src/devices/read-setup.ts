import { DEFAULT_FILTER_MS, INPUTS, PULSED } from './input-setup.ts'
import { INPUT_TEMPLATES } from './templates.ts'

/**
 * Condition that an input has `level`, 1 high or 0 low. With `filter`, an interval of at most `durationMs` counts as level
 * `value`; -1 is the level of the last longer interval.
 */
export interface InputTerm {
  readonly input: string
  readonly level: 0 | 1
  readonly filter: { readonly durationMs: number; readonly value: 1 | 0 | -1 } | null
}

/** Condition on inputs: it holds when all terms of at least one inner list hold. */
export type InputTerms = readonly (readonly InputTerm[])[]

/**
 * Rule that computes running and down from inputs: running while `running` holds and `down` does not, else down. An empty
 * list never holds. A missing level counts as low; a condition whose inputs have no level at all does not hold.
 */
export interface InputPlan {
  readonly running: InputTerms
  readonly down: InputTerms
}

/**
 * Kind of an input set-up. `flashing`: sustained with filters. `pulsed`: cycles decide. `template`: a known set-up of the
 * Edison kind. `non-standard`: stored, and used as far as it can be read.
 */
export type SetupKind = 'sustained' | 'flashing' | 'pulsed' | 'template' | 'non-standard'

/** Kind and meaning of an input set-up, as `readInputSetup` read them from JSON. */
export interface ReadSetup {
  readonly kind: SetupKind
  /** Name of the known template that a set-up of the Edison kind names; null: none, or a set-up of another kind. */
  readonly template: string | null
  /** Rule by which inputs decide; null for a pulsed set-up, and for a set-up whose running inputs cannot be read. */
  readonly plan: InputPlan | null
}

interface Reading {
  /** True while everything read so far has the standard shape. */
  standard: boolean
  filtered: boolean
}

/** Any object of a set-up, with the field names that are read in it. */
interface Json {
  readonly name?: unknown
  readonly cycle?: unknown
  readonly running?: unknown
  readonly down?: unknown
  readonly inputs?: unknown
  readonly filters?: unknown
  readonly function?: unknown
  readonly logic?: unknown
  readonly duration?: unknown
  readonly value?: unknown
}

/**
 * Reads the input set-up of a device from any JSON: its kind and the rule by which its inputs decide. It never throws. A part
 * that has not the shape of `InputSetup` makes the set-up non-standard; parts that can be read still count (domain, section
 * 3).
 */
export function readInputSetup(json: unknown): ReadSetup {
  const setup = asObject(json)
  if (setup === null) return { kind: 'non-standard', template: null, plan: null }
  const cycle = asObject(setup.cycle)
  if (cycle !== null && cycle.logic !== undefined) return readEdison(setup, cycle.logic)
  return readParts(setup)
}

/**
 * Reads a set-up of the Edison kind: its own running inputs count when they can be read, else those of the known template that it
 * names. Without a known template the set-up is non-standard.
 */
function readEdison(setup: Json, logic: unknown): ReadSetup {
  const named = [logic, asObject(logic)?.name, setup.name].find(
    (name) => typeof name === 'string' && Object.hasOwn(INPUT_TEMPLATES, name),
  )
  const ownParts = readParts(setup)
  if (typeof named !== 'string') return { ...ownParts, kind: 'non-standard' }
  const plan =
    ownParts.kind === 'pulsed' ? null : (ownParts.plan ?? readParts(asObject(INPUT_TEMPLATES[named]) ?? {}).plan)
  return { kind: 'template', template: named, plan }
}

function readParts(setup: Json): ReadSetup {
  if (asObject(setup.down)?.function === PULSED) return { kind: 'pulsed', template: null, plan: null }
  const reading: Reading = { standard: true, filtered: false }
  const running = readPart(setup.running, setup.filters, reading)
  if (running === null) return { kind: 'non-standard', template: null, plan: null }
  const down = isBlank(setup.down) ? [] : readPart(setup.down, setup.filters, reading)
  if (down === null) reading.standard = false
  const kind = !reading.standard ? 'non-standard' : reading.filtered ? 'flashing' : 'sustained'
  return { kind, template: null, plan: { running, down: down ?? [] } }
}

/** Returns true when a part is absent or null, or an object without `function` whose inputs are absent, null or empty. */
function isBlank(json: unknown): boolean {
  if (json === undefined || json === null) return true
  const part = asObject(json)
  if (part === null || part.function !== undefined) return false
  const { inputs = null } = part
  return inputs === null || (typeof inputs === 'object' && Object.keys(inputs).length === 0)
}

/**
 * Reads the condition of a part with its filters; null when its inputs cannot be read. A part or filter that is not standard
 * clears `reading.standard`, and a valid filter sets `reading.filtered`.
 */
function readPart(json: unknown, everywhere: unknown, reading: Reading): InputTerms | null {
  const part = asObject(json)
  const read = part === null ? null : readExpression(part.inputs)
  if (part === null || read === null) return null
  const inputs = [...new Set(read.flat().map(({ input }) => input))]
  const inOrder = INPUTS.filter((input) => inputs.includes(input))
  if (inputs.length > 2) reading.standard = false
  const places: readonly string[] = inOrder
  const filters = new Map(
    inputs.map((input) => {
      const given = entryOf(part.filters, input) ?? entryOf(everywhere, input)
      return [input, readFilter(given, places.indexOf(input), reading)]
    }),
  )
  return read.map((all) => all.map((term) => ({ ...term, filter: filters.get(term.input) ?? null })))
}

type Level = Pick<InputTerm, 'input' | 'level'>

function readExpression(json: unknown): Level[][] | null {
  if (!Array.isArray(json)) {
    const all = readLevels(json)
    return all === null ? null : [all]
  }
  const any = json.map(readLevels)
  return any.length > 0 && any.every((all) => all !== null) ? any : null
}

/**
 * Returns the levels in a name (that input is high) or in an object (all its inputs at their levels); null when they are
 * invalid.
 */
function readLevels(json: unknown): Level[] | null {
  if (typeof json === 'string') return isInput(json) ? [{ input: json, level: 1 }] : null
  const levels = Object.entries(asObject(json) ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  if (levels.length === 0 || levels.some(([input, level]) => !isInput(input) || (level !== 0 && level !== 1)))
    return null
  return levels.map(([input, level]) => ({ input, level: level === 1 ? 1 : 0 }))
}

function readFilter(json: unknown, place: number, reading: Reading): InputTerm['filter'] {
  if (json === undefined || json === null) return null
  const filter = asObject(json)
  const durationMs = filter?.duration ?? DEFAULT_FILTER_MS[place] ?? DEFAULT_FILTER_MS[1]
  const value = filter?.value
  if (!isDuration(durationMs) || (value !== 1 && value !== 0 && value !== -1)) {
    reading.standard = false
    return null
  }
  reading.filtered = true
  return { durationMs, value }
}

const isDuration = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0

const isInput = (name: string): boolean => INPUTS.some((input) => input === name)

const entryOf = (json: unknown, key: string): unknown => new Map(Object.entries(asObject(json) ?? {})).get(key)

function asObject(json: unknown): Json | null {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Json) : null
}
