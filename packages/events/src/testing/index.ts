export { openBusOperator } from '../operate/open-operator.ts'
export { deliverEvents } from './deliver.ts'
export { readPostgresOutbox } from './published.ts'
export { readMongoOutbox } from './published-in-mongo.ts'
