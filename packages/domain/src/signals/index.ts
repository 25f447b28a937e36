export {
  type FormInput,
  formOfSetup,
  formWith,
  freeInput,
  type InputForm,
  type InputName,
  setupOfForm,
  templateOfSetup,
} from './input-form.ts'
export {
  DEFAULT_FILTER_MS,
  INPUT_LABELS,
  INPUTS,
  type InputExpression,
  type InputFilter,
  type InputLevels,
  type InputSetup,
  PULSED,
  type SetupPart,
} from './input-setup.ts'
export {
  type InputPlan,
  type InputTerm,
  type InputTerms,
  type ReadSetup,
  readInputSetup,
  type SetupKind,
} from './read-setup.ts'
export { INPUT_TEMPLATES } from './templates.ts'
