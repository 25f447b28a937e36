/** The naive model of status, for those who judge from outside. */
export { type NaiveEvent, type NaiveSetting, naiveStatus } from '../status/naive.testing.ts'
export { naiveMarks } from '../status/naive-marks.testing.ts'
