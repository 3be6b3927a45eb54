export { openBusOperator } from '../operator/open-bus-operator.ts'
export { deliverEvents } from './deliver-events.ts'
export { readDeadLetters } from './read-dead-letters.ts'
export { readMongoOutbox, readPostgresOutbox } from './read-outbox.ts'
