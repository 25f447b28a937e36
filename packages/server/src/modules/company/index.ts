export { companyFacts } from './facts.ts'
export { configOf, flagNames, withFlag, wordsOf } from './flags.ts'
export { logoRoutes } from './logo-routes.ts'
export { companyRoutes } from './routes.ts'
