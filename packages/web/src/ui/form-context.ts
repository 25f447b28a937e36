import { createContext } from 'react'

/** State of a form that its submit button shows. */
export interface FormState {
  /** Reason why the form cannot be submitted yet. */
  readonly missing?: string | undefined
  /** True while a submission is under way. */
  readonly busy?: boolean
}

export const FormContext = createContext<FormState>({})
