import { Module, type Type } from '@nestjs/common';
import { features } from '../../src/modules';

/** Adds a module with these providers to those of the app, for the rest of a test file. */
export function addModule(...providers: Type[]): void {
  @Module({ providers })
  class AddedModule {}
  (features as Type[]).push(AddedModule);
}
