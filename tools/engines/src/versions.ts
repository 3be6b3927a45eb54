/** The exact versions that are obtained. */
export const VERSIONS = {
  kafka: '4.3.1',
  /** The log binding of Kafka, which has none. */
  log4j: '2.25.3',
  secantus: '0.7.0b3',
  minio: 'v0.0.0-20260212201848-7aac2a2c5b7c',
  versitygw: 'v1.8.0',
  compose: 'v2.40.3',
} as const
