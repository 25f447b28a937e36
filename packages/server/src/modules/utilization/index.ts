export type { Answer, FiguresOver, Group, GroupFigures, Question } from './question.ts'
