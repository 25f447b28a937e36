/** Reference model of status, for the comparisons of other packages. */
export {
  inOrder as inEventOrder,
  type ReferenceChange,
  type ReferenceEvent,
  type ReferenceFixed,
  type ReferenceSet,
  type ReferenceSetting,
  type ReferenceSetup,
  referenceStatus,
} from '../status/reference.testing.ts'
export { referenceMarks } from '../status/reference-marks.testing.ts'
