/** The naive model of status, for those who judge from outside. */
export {
  inOrder as inEventOrder,
  type NaiveChange,
  type NaiveEvent,
  type NaiveFixed,
  type NaiveSet,
  type NaiveSetting,
  type NaiveSetup,
  naiveStatus,
} from '../status/naive.testing.ts'
export { naiveMarks } from '../status/naive-marks.testing.ts'
