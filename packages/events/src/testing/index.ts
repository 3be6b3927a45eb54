export { openOperator } from '../operate/open-operator.ts'
export { deliver } from './deliver.ts'
export { published } from './published.ts'
export { publishedInMongo } from './published-in-mongo.ts'
