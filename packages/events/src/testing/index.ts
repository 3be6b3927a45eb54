export { deliver } from './deliver.ts'
export { published } from './published.ts'
