<?php

declare(strict_types=1);

namespace Enquiry\Doctor;

use Symfony\Component\HttpClient\HttpClient;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Contracts\HttpClient\Exception\TransportExceptionInterface;
use Symfony\Contracts\HttpClient\HttpClientInterface;

/** Reads DNS records and pages of the live site. */
final readonly class Internet
{
    /** @var \Closure(string, int): (list<array<mixed>>|false) */
    private \Closure $lookUp;

    private HttpClientInterface $client;

    /** @param ?\Closure(string, int): (list<array<mixed>>|false) $lookUp replaces dns_get_record() */
    public function __construct(?\Closure $lookUp = null, ?HttpClientInterface $client = null)
    {
        $this->client = $client ?? HttpClient::create([
            'timeout' => 5,
            'max_duration' => 10,
            'max_redirects' => 0,
            'headers' => ['User-Agent' => 'website-doctor'],
        ]);
        $this->lookUp = $lookUp ?? static fn(string $name, int $type): array|false => @dns_get_record($name, $type);
    }

    /** @return ?list<string> the TXT records of a name; null if DNS does not answer */
    public function texts(string $name): ?array
    {
        $records = ($this->lookUp)("{$name}.", \DNS_TXT);

        return \is_array($records) ? array_values(array_filter(array_column($records, 'txt'), \is_string(...))) : null;
    }

    /**
     * Verifies certificates, and does not follow redirects.
     * @param array<string, string> $headers
     * @param ?string               $body    of a POST request
     * @throws \RuntimeException if there is no answer
     */
    public function ask(string $url, array $headers = [], ?string $body = null): Response
    {
        try {
            $method = $body === null ? 'GET' : 'POST';
            $answer = $this->client->request($method, $url, ['headers' => $headers, 'body' => $body]);

            return new Response($answer->getContent(false), $answer->getStatusCode(), $answer->getHeaders(false));
        } catch (TransportExceptionInterface $failure) {
            throw new \RuntimeException("{$url} gave no answer: {$failure->getMessage()}", previous: $failure);
        }
    }
}
