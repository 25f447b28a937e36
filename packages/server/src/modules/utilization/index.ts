export type { Answer, Group, GroupFigures, Question } from './question.ts'
