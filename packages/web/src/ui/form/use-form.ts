import { useState } from 'react'
import type { FieldFaults } from './faults.ts'
import { differencesOf, useDraft } from './use-draft.ts'
import { type Submission, useSubmit } from './use-submit.ts'

/** Properties that connect a field to an entry. */
interface BoundField<Value> {
  readonly name: string
  readonly value: Value
  readonly error: string | undefined
  readonly onValue: (value: Value) => void
  readonly onBlur: () => void
}

export type Bind<Entries> = <Name extends keyof Entries & string>(name: Name) => BoundField<Entries[Name]>

/** Properties of a `Form` that `useForm` returns. */
export interface FormBinding {
  /** Reason why the entries cannot be submitted yet. */
  readonly missing: string | undefined
  readonly busy: boolean
  readonly onSubmit: (form: HTMLFormElement) => void
}

interface FormOptions<Entries, Output> extends Omit<Submission<Entries, Output, string>, 'work' | 'fields'> {
  /** Entries as the server has them, or the first entries of something new. */
  readonly stored: Entries
  readonly work: (draft: Entries, differences: Partial<Entries>) => Promise<Output>
  /** Error codes of the server whose message is shown at a field, with the name of the field. */
  readonly fields?: Readonly<Record<string, keyof Entries & string>>
  /** Returns the reason why the entries cannot be submitted yet; undefined when they can be. */
  readonly missing?: (draft: Entries) => string | undefined
  /** Reason why entries equal to the stored ones cannot be submitted; left out when they can. */
  readonly unchanged?: string
  /** Returns the faults of the entries. Each is shown at its field, and the first one prevents the submission. */
  readonly faults?: (draft: Entries) => FieldFaults<keyof Entries & string>
  /** True if a fault is shown only after a person has left its field, if that is not blank, and all faults on submission. */
  readonly showsFaultsLate?: boolean
  /** Name under which entries are kept in memory when the form is left, until a form with this name is opened again. */
  readonly keptAs?: string
  /** True if submitted values stay in the draft after success. */
  readonly keepsEntries?: boolean
}

/**
 * Returns the state of a form: its draft, the properties of each field (`bind`) and of `Form` (`form`), the messages at its
 * fields (`errors`), and the failure that no field shows. After success, and once `changes` were read again, the draft is the
 * stored entries again, unless `keepsEntries`.
 */
export function useForm<Entries extends object, Output = unknown>(options: FormOptions<Entries, Output>) {
  const {
    stored,
    work,
    missing,
    unchanged,
    faults: faultsOf,
    showsFaultsLate = false,
    keepsEntries,
    keptAs,
    ...rest
  } = options
  const { draft, change: enter, isChanged, discard } = useDraft(stored, keptAs)
  // Shown in a form that was left with entries, and only there.
  const [wasLeft] = useState(isChanged && keptAs !== undefined)
  const [left, setLeft] = useState<readonly string[]>([])
  const submission = useSubmit<Entries, Output, string>({
    ...rest,
    work: (submitted) => work(submitted, differencesOf(stored, submitted)),
    onSettled: (isDone, submitted) => {
      if (isDone && keepsEntries !== true) {
        discard(submitted)
        setLeft([])
      }
      rest.onSettled?.(isDone, submitted)
    },
  })
  const faults: FieldFaults<string> = faultsOf?.(draft) ?? {}
  const change = (part: Partial<Entries>): void => {
    enter(part)
    if (Object.keys(part).some((name) => submission.faults[name] !== undefined)) submission.reset()
  }
  const local = Object.entries(faults).filter(([name]) => !showsFaultsLate || left.includes(name))
  const errors = { ...Object.fromEntries(local), ...submission.faults } as FieldFaults<keyof Entries & string>
  const bind: Bind<Entries> = (name) => ({
    name,
    value: draft[name],
    error: errors[name],
    onValue: (value) => change({ [name]: value } as unknown as Partial<Entries>),
    onBlur: () => {
      if (draft[name] !== '') setLeft((before) => [...before, name])
    },
  })
  const submit = (form: HTMLFormElement): void => {
    const faulty = Object.keys(stored).find((name) => faults[name] !== undefined)
    // Always another list, so that the form is drawn again at once and shows that it is busy: a second press is not a second
    // call.
    setLeft([...left, ...Object.keys(faults)])
    if (faulty === undefined) submission.mutate(draft)
    else form.querySelector<HTMLElement>(`[name="${faulty}"]`)?.focus()
  }
  const firstFault = showsFaultsLate ? undefined : Object.values(faults)[0]
  const reason = (isChanged ? undefined : unchanged) ?? firstFault ?? missing?.(draft)
  const form: FormBinding = { missing: reason, busy: submission.isPending, onSubmit: submit }
  const failure = Object.keys(submission.faults).length > 0 ? null : submission.error
  const { isSuccess: isDone } = submission
  const earlier = wasLeft && isChanged ? () => discard() : undefined
  return { draft, change, bind, errors, isChanged, discard: () => discard(), earlier, form, failure, isDone }
}
