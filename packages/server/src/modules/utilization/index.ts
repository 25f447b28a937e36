export { type FiguresOver, figuresOver } from './figures-over.ts'
export type { Answer, Group, GroupFigures, Question } from './question.ts'
