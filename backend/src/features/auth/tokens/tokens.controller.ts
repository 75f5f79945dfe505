import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { CurrentUserId } from '../../../api/current-user';
import { NOT_BY_TOKEN, Operation, SessionOnly } from '../../../api/operation';
import { ApiSection } from '../../../api/section';
import { Id } from '../../../http/id.pipe';
import { CreateTokenDto, NewTokenDto, TokenDto } from './token.dto';
import { TokensService } from './tokens.service';

const errors = { 403: NOT_BY_TOKEN };

/** `/api/tokens`: what programs sign in with. A token cannot manage tokens, so that a leaked one makes no others. */
@ApiSection('tokens', 'The access tokens with which your programs sign in: make, list and revoke them.')
@SessionOnly()
@Controller('tokens')
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get()
  @Operation({
    id: 'listTokens',
    summary: 'List your access tokens, newest first',
    description: 'Never the tokens themselves: only when each was made and used, and when it ends.',
    answer: [TokenDto],
    answerDescription: 'Your tokens, those that have expired too.',
    errors,
  })
  async listTokens(@CurrentUserId() userId: number): Promise<TokenDto[]> {
    return (await this.tokens.list(userId)).map((token) => TokenDto.from(token));
  }

  @Post()
  @Operation({
    id: 'createToken',
    summary: 'Make an access token',
    description:
      'A program that sends it as `Authorization: Bearer …` acts on your behalf, until the token ends or is revoked. Only its hash is kept.',
    status: 201,
    answer: NewTokenDto,
    answerDescription: 'The new token, told only now.',
    errors: { ...errors, 409: 'You have a token of this name already' },
  })
  async createToken(@Body() body: CreateTokenDto, @CurrentUserId() userId: number): Promise<NewTokenDto> {
    const { token, secret } = await this.tokens.create(userId, body);
    return { ...TokenDto.from(token), token: secret };
  }

  @Delete(':id')
  @Operation({
    id: 'revokeToken',
    summary: 'Revoke an access token',
    description: 'It is good for nothing from then on, on all processes.',
    status: 204,
    errors: { ...errors, 404: 'Token not found' },
  })
  revokeToken(@Id() id: number, @CurrentUserId() userId: number): Promise<void> {
    return this.tokens.revoke(userId, id);
  }
}
