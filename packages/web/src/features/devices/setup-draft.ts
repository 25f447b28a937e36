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

/** Inputs of a sustained signal: the first and second for running, and the one for down. */
export type Which = 'first' | 'second' | 'down'

/** Input set-up as it is chosen in the form. */
export interface SetupDraft {
  /**
   * Empty string: nothing chosen yet. `kept`: a set-up that the form cannot express, unchanged. Otherwise a signal or
   * the name of a template.
   */
  readonly kind: string
  readonly form: InputForm
  /** Seconds of the filters, as typed. */
  readonly seconds: Readonly<Record<Which, string>>
  readonly kept: Setup | null
}

export const TEMPLATES: readonly string[] = Object.keys(INPUT_TEMPLATES)

const [FIRST_MS, SECOND_MS] = DEFAULT_FILTER_MS
/** Default for the longest flash of each input, ms. */
export const blankMs: Readonly<Record<Which, number>> = { first: FIRST_MS, second: SECOND_MS, down: FIRST_MS }

const secondsOf = (input: FormInput | null, which: Which): string =>
  String((input?.flash?.durationMs ?? blankMs[which]) / 1000)

/** Returns the draft with which the form starts for an existing set-up. */
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

/** Converts typed seconds to whole ms; null when the text is no positive duration. */
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

/** Returns the text of what is still missing in the draft; undefined when it is complete. */
export function missingOfDraft(draft: SetupDraft): string | undefined {
  if (draft.kind === '') return 'Choose the signal first'
  const unread = used(draft).find((which) => draft.form[which]?.flash && filterMsOf(draft.seconds[which]) === null)
  return unread === undefined ? undefined : 'Type the seconds of the flashing filter first'
}

/** Returns the set-up that a draft describes; null while something is missing. */
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
 * Selects an input for one of the places. If another place had it, that one gets a free input; cycles follow the
 * first.
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

/** Returns the input with another active level; the meaning of its flashes stays the same. */
export function withLevel(input: FormInput, level: 0 | 1): FormInput {
  const { flash } = input
  if (level === input.level || flash === null || flash.value === -1) return { ...input, level }
  return { ...input, level, flash: { ...flash, value: flash.value === 1 ? 0 : 1 } }
}
