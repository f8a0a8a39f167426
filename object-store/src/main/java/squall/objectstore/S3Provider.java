package squall.objectstore;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import squall.spi.ObjectStore;
import squall.spi.ObjectStoreProvider;
import squall.spi.Options;

/** Provider of buckets of Amazon S3, and of servers with its protocol; credentials and region by the AWS SDK's own chains. */
public final class S3Provider implements ObjectStoreProvider {
    private static final String ENDPOINT = "endpoint";
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration SILENCE = Duration.ofSeconds(30);

    @Override
    public String scheme() {
        return "s3";
    }

    @Override
    public ObjectStore open(String bucket, Options options, Duration limit) throws IOException {
        options.allowOnly(List.of(ENDPOINT));
        Optional<URI> endpoint = Optional.of(options.text(ENDPOINT, ""))
                .filter(text -> !text.isEmpty())
                .map(S3Provider::server);
        AwsCredentialsProvider credentials = credentials(bucket);
        S3ClientBuilder client = S3Client.builder()
                .credentialsProvider(credentials)
                .httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(CONNECT)
                        .socketTimeout(SILENCE))
                .region(region());
        endpoint.ifPresentOrElse(
                // The name of a bucket is rarely a host there.
                server -> client.endpointOverride(server).forcePathStyle(true),
                () -> client.crossRegionAccessEnabled(true));
        return new S3Bucket(client.build(), bucket, endpoint.map(URI::toString).orElse("Amazon S3"), limit);
    }

    private static URI server(String text) {
        URI server;
        try {
            server = URI.create(text);
        } catch (IllegalArgumentException e) {
            throw wrong(text, e);
        }
        boolean web = "http".equals(server.getScheme()) || "https".equals(server.getScheme());
        if (!web || server.getHost() == null || server.getUserInfo() != null || server.getQuery() != null) {
            throw wrong(text, null);
        }
        return server;
    }

    private static IllegalArgumentException wrong(String text, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "--endpoint must be http://HOST:PORT or https://HOST:PORT, without a user, not '" + text + "'", cause);
    }

    /** Resolves the credentials once here, because otherwise the failure could not be distinguished from others. */
    private static AwsCredentialsProvider credentials(String bucket) throws IOException {
        AwsCredentialsProvider chain = DefaultCredentialsProvider.builder().build();
        try {
            chain.resolveCredentials();
        } catch (SdkClientException e) {
            throw new IOException(
                    "no credentials for s3://" + bucket + ": set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or"
                            + " AWS_PROFILE, or run where the machine or the pod has a role",
                    e);
        }
        return chain;
    }

    /** Returns the region; any is accepted where none is set: the SDK finds the bucket's own, and other servers rarely have several. */
    private static Region region() {
        try {
            return new AwsRegionProviderChain(new SystemSettingsRegionProvider(), new AwsProfileRegionProvider())
                    .getRegion();
        } catch (SdkClientException e) {
            return Region.US_EAST_1;
        }
    }
}
