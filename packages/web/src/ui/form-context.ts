import { createContext } from 'react'

/** State of a form by which its submit button is disabled. */
export interface FormState {
  /** Reason why the form cannot be submitted yet; undefined when it can be. */
  readonly missing?: string | undefined
  /** True while a submission is under way. */
  readonly busy?: boolean
}

export const FormContext = createContext<FormState>({})
