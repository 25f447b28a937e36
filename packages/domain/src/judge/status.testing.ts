/** Reference model of status, for the comparisons of other packages. */
export {
  inOrder as inEventOrder,
  type NaiveChange,
  type NaiveEvent,
  type NaiveFixed,
  type NaiveSet,
  type NaiveSetting,
  type NaiveSetup,
  naiveStatus,
} from '../status/reference.testing.ts'
export { naiveMarks } from '../status/reference-marks.testing.ts'
