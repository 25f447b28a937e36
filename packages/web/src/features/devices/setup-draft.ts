import {
  DEFAULT_FILTER_MS,
  type FormInput,
  formOfSetup,
  formWith,
  freeInput,
  INPUT_TEMPLATES,
  type InputForm,
  type InputName,
  setupOfForm,
  templateOfSetup,
} from '@millwatch/domain/devices'

export type Setup = Readonly<Record<string, unknown>>

/** Name of an input of a sustained signal in the form: the first or second input for running, or the input for down. */
export type Which = 'first' | 'second' | 'down'

/** Input set-up as a person enters it in the form. */
export interface SetupDraft {
  /**
   * Chosen signal (`sustained` or `pulsed`), or the name of a template. Empty: nothing is chosen yet. `kept`: a set-up that the
   * form cannot express stays unchanged.
   */
  readonly kind: string
  readonly form: InputForm
  /** Durations of the flash filters in seconds, as typed. */
  readonly seconds: Readonly<Record<Which, string>>
  readonly kept: Setup | null
}

export const TEMPLATES: readonly string[] = Object.keys(INPUT_TEMPLATES)

const [FIRST_MS, SECOND_MS] = DEFAULT_FILTER_MS
/** Default longest duration of a flash for each input, ms. */
export const blankMs: Readonly<Record<Which, number>> = { first: FIRST_MS, second: SECOND_MS, down: FIRST_MS }

const secondsOf = (input: FormInput | null, which: Which): string =>
  String((input?.flash?.durationMs ?? blankMs[which]) / 1000)

/**
 * Returns the form entries for a stored set-up: a signal, a template, or `kept` for a set-up that the form cannot express. Null
 * gives an empty form.
 */
export function draftOfSetup(setup: Setup | null): SetupDraft {
  const form = setup === null ? null : formOfSetup(setup)
  const shown = form ?? formWith({})
  const seconds = {
    first: secondsOf(shown.first, 'first'),
    second: secondsOf(shown.second, 'second'),
    down: secondsOf(shown.down, 'down'),
  }
  if (setup === null) return { kind: '', form: shown, seconds, kept: null }
  if (form !== null) return { kind: form.signal, form, seconds, kept: null }
  const template = templateOfSetup(setup)
  return { kind: template ?? 'kept', form: shown, seconds, kept: template === null ? setup : null }
}

/** Returns typed seconds as whole ms, with a comma accepted as decimal point; null if they are not a positive number. */
export function filterMsOf(text: string): number | null {
  const seconds = Number(text.trim().replace(',', '.'))
  const ms = Math.round(seconds * 1000)
  return text.trim() !== '' && Number.isSafeInteger(ms) && ms > 0 ? ms : null
}

function used({ kind, form }: SetupDraft): readonly Which[] {
  if (kind !== 'sustained') return []
  const running: Which[] = form.join === 'single' ? ['first'] : ['first', 'second']
  return form.down === null ? running : [...running, 'down']
}

/**
 * Returns the sentence about the first fault of a draft: no signal is chosen, or the duration of a flash filter in use is no
 * positive number. Undefined if the draft is complete.
 */
export function missingOfDraft(draft: SetupDraft): string | undefined {
  if (draft.kind === '') return 'Choose the signal first'
  const unread = used(draft).find((which) => draft.form[which]?.flash && filterMsOf(draft.seconds[which]) === null)
  return unread === undefined ? undefined : 'Type the seconds of the flashing filter first'
}

/**
 * Returns the set-up of inputs that a draft describes: the stored one unchanged, a template unchanged, or the one that is made
 * from the fields of the form, with the typed seconds as durations of its filters. Null while the draft is incomplete.
 */
export function setupOfDraft(draft: SetupDraft): Setup | null {
  if (missingOfDraft(draft) !== undefined) return null
  if (draft.kind === 'kept') return draft.kept
  const template = INPUT_TEMPLATES[draft.kind]
  if (template !== undefined) return { ...template }
  const timed = (which: Which, input: FormInput): FormInput => {
    const durationMs = filterMsOf(draft.seconds[which])
    return input.flash && durationMs !== null ? { ...input, flash: { ...input.flash, durationMs } } : input
  }
  const signal = draft.kind === 'pulsed' ? 'pulsed' : 'sustained'
  const { first, second, down } = draft.form
  const inputs = { first: timed('first', first), second: timed('second', second), down: down && timed('down', down) }
  return { ...setupOfForm({ ...draft.form, signal, ...inputs }) }
}

/**
 * Returns the form with `input` chosen as the first or second input. If the other input or the down input was the same, it gets a
 * free input; if cycles were counted at the first input, they are counted at the new first input.
 */
export function withInput(form: InputForm, which: 'first' | 'second', input: InputName): InputForm {
  const chosen = { ...form, [which]: { ...form[which], input } }
  const other = which === 'first' ? 'second' : 'first'
  const moved = chosen[other].input === input ? { ...chosen[other], input: freeInput(input) } : chosen[other]
  const apart = { ...chosen, [other]: moved }
  const { down, first, second } = apart
  const isTaken =
    down !== null && (down.input === first.input || (form.join !== 'single' && down.input === second.input))
  return {
    ...apart,
    down: isTaken ? { ...down, input: freeInput(first.input, second.input) } : down,
    cycle: form.cycle === form.first.input ? first.input : form.cycle,
  }
}

/**
 * Returns the input with `level` as its level. If that changes, the value of a flash filter is inverted, so that a flash still
 * means the same status; an ignored flash stays ignored.
 */
export function withLevel(input: FormInput, level: 0 | 1): FormInput {
  const { flash } = input
  if (level === input.level || flash === null || flash.value === -1) return { ...input, level }
  return { ...input, level, flash: { ...flash, value: flash.value === 1 ? 0 : 1 } }
}
