import { applyDecorators } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';

const sections = new Map<string, string>();

/** Puts the operations of a controller into a section of the OpenAPI document, and says what the section is about. */
export function ApiSection(name: string, description: string): ClassDecorator {
  sections.set(name, description);
  return applyDecorators(ApiTags(name));
}

/** What a section is about, or undefined for one that does not say. */
export function describeSection(name: string): string | undefined {
  return sections.get(name);
}
